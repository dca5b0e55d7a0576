/** Signing in by a real identity provider. */
import * as contracts from '@earth/contracts';
import { importPrivateKeys } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderBrowser } from '../../../../testing/provider-browser';
import { startSignOnWorld, type SignOnWorld } from '../../../../testing/sign-on-world';
import { refusal } from '../../../../testing/start-test-server';

let world: SignOnWorld;
beforeAll(async () => {
  world = await startSignOnWorld();
  await world.own('new.example');
  await world.connect();
  const { accounts } = world.provider;
  accounts.set('nora', { email: 'nora@new.example', email_verified: true, name: 'Nora Blu' });
  accounts.set('giulia', { email: 'operator@demo.example', email_verified: true, name: 'Another name' });
  accounts.set('boss', {
    email: 'boss@new.example',
    email_verified: true,
    name: 'Bea Boss',
    roles: ['earth-admins', 'x'],
  });
  accounts.set('field', {
    email: 'field@new.example',
    email_verified: true,
    name: 'Fabio Campo',
    roles: ['earth-field'],
  });
  accounts.set('none', { email: 'none@new.example', email_verified: true, name: 'Nessuno', roles: ['others'] });
});
afterAll(() => world.close());

const query = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await world.server.context.pool.query<Row>(sql, values)).rows;
const profile = (who: Awaited<ReturnType<SignOnWorld['signIn']>>) => who.call(contracts.getProfile, {});

test('somebody new gets an account with keys at the first sign-in, and the same one at the next', async () => {
  const nora = await world.signIn('nora');
  const first = await profile(nora);
  expect(first).toMatchObject({ name: 'Nora Blu', email: 'nora@new.example', role: { code: 'OPERATOR' } });
  await expect(importPrivateKeys(nora.privateKey)).resolves.toBeTruthy();
  const again = await world.signIn('nora');
  expect(again.contactId).toBe(nora.contactId);
  expect(again.privateKey).toBe(nora.privateKey);
  expect((await world.paolo.call(contracts.listChanges, {})).items[0]).toMatchObject({
    action: 'joined',
    title: 'Nora Blu',
  });
});

test('somebody who has an account keeps it, with name, role and keys', async () => {
  const byCode = await world.server.signIn('operator');
  const byProvider = await world.signIn('giulia');
  expect(byProvider.contactId).toBe(byCode.contactId);
  expect(byProvider.privateKey).toBe(byCode.privateKey);
  expect(await profile(byProvider)).toMatchObject({ name: 'Giulia Ferri', role: { code: 'OPERATOR' } });
});

test('protected keys stay the person’s: the sign-in gives the vault, which neither server nor provider opens', async () => {
  const nora = await world.signIn('nora');
  const before = await query<{ key: string }>('select private_key as key from contacts where id = $1', [
    nora.contactId,
  ]);
  await query(`update contacts set private_key = '', key_vault = 'sealed' where id = $1`, [nora.contactId]);
  const { visitor, ticket, secret } = await world.goThrough('nora');
  const device = { deviceId: visitor.deviceId, appOs: 'web', model: 'Test' } as const;
  const login = await visitor.call(contracts.finishSignOn, { ticket, secret, ...device });
  expect(login).toMatchObject({ keyVault: 'sealed' });
  expect(login).not.toHaveProperty('privateKey');
  await query('update contacts set private_key = $2, key_vault = null where id = $1', [nora.contactId, before[0]?.key]);
});

test('the role follows the claim, and nobody without one gets in', async () => {
  const roles: contracts.SignOnConnection['roles'] = [
    { value: 'earth-admins', role: 'ADMIN' },
    { value: 'earth-field', role: 'ASSISTED' },
  ];
  await world.connect({ roleClaim: 'roles', roles, defaultRole: undefined });
  const boss = await world.signIn('boss');
  expect((await profile(boss)).role.code).toBe('ADMIN');
  expect((await profile(await world.signIn('field'))).role.code).toBe('ASSISTED');
  await expect(world.signIn('none')).rejects.toEqual(refusal('signOnNoRole'));
  expect(await query(`select 1 from contacts where email = 'none@new.example'`)).toEqual([]);
  world.provider.accounts.set('boss', { ...world.provider.accounts.get('boss'), roles: ['earth-field'] });
  expect((await profile(await world.signIn('boss'))).role.code).toBe('ASSISTED');
  expect((await profile(boss)).role.code).toBe('ASSISTED');
  await world.connect();
});

test('the last admin of a company keeps the role, whatever the claim says', async () => {
  await world.connect({
    roleClaim: 'roles',
    roles: [{ value: 'earth-field', role: 'ASSISTED' }],
    defaultRole: 'OPERATOR',
  });
  world.provider.accounts.set('paolo', { email: 'admin@demo.example', email_verified: true, roles: ['earth-field'] });
  expect((await profile(await world.signIn('paolo'))).role.code).toBe('ADMIN');
  await world.connect();
});

test('of two first sign-ins at once there is one account', async () => {
  world.provider.accounts.set('twin', { email: 'twin@new.example', email_verified: true, name: 'Twin' });
  const [one, other] = await Promise.all([world.goThrough('twin'), world.goThrough('twin')]);
  const finish = ({ visitor, ticket, secret }: typeof one) =>
    visitor.call(contracts.finishSignOn, { ticket, secret, deviceId: visitor.deviceId, appOs: 'web', model: 'Test' });
  await Promise.all([finish(one), finish(other)]);
  expect(await query(`select 1 from contacts where email = 'twin@new.example'`)).toHaveLength(1);
});

test('an account is found by the provider’s own id: a changed e-mail address there keeps it', async () => {
  const nora = await world.signIn('nora');
  world.provider.accounts.set('nora', { email: 'nora.verdi@new.example', email_verified: false, name: 'Nora Verdi' });
  expect((await world.signIn('nora')).contactId).toBe(nora.contactId);
  world.provider.accounts.set('nora', { email: 'nora@new.example', email_verified: true, name: 'Nora Blu' });
});

test('another account at the provider with the same address gets nothing until an admin has released the person', async () => {
  const nora = await world.signIn('nora');
  world.provider.accounts.set('impostor', { email: 'nora@new.example', email_verified: true });
  await expect(world.signIn('impostor')).rejects.toEqual(refusal('signOnOtherIdentity'));
  const release = { personId: nora.contactId };
  await expect(world.server.visitor().call(contracts.releaseIdentity, release)).rejects.toEqual(refusal('notSignedIn'));
  await expect(nora.call(contracts.releaseIdentity, release)).rejects.toEqual(refusal('notAllowed'));
  expect(await world.paolo.call(contracts.getPerson, release)).toMatchObject({ hasSignOn: true });
  expect(await world.paolo.call(contracts.releaseIdentity, release)).toMatchObject({ hasSignOn: false });
  expect((await world.signIn('impostor')).contactId).toBe(nora.contactId);
});

test('the page of the sign-in learns who signs in by a provider', async () => {
  const check = (email: string) => world.server.visitor().call(contracts.checkEmail, { email, appCode: 'earth' });
  expect(await check('operator@demo.example')).toMatchObject([{ code: 'DEMO', singleSignOn: 'offered' }]);
  expect(await check('unheard-of@new.example')).toMatchObject([{ code: 'DEMO', singleSignOn: 'required' }]);
  expect((await check('operator@tiles.example'))[0]).not.toHaveProperty('singleSignOn');
  await expect(check('unheard-of@demo.example')).rejects.toEqual(refusal('unknownEmail'));
});

test('the provider’s page has the address filled in, and a device is known afterwards', async () => {
  const visitor = world.server.visitor();
  const { url } = await visitor.call(contracts.startSignOn, { customCode: 'DEMO', email: 'nora@new.example' });
  const asked = new URL(url).searchParams;
  expect(asked.get('login_hint')).toBe('nora@new.example');
  expect(asked.get('code_challenge_method')).toBe('S256');
  expect(asked.get('nonce')).toBeTruthy();
  expect(asked.get('redirect_uri')).toBe((await world.settings()).redirectUrl);
});

test('a provider vouches for its own company alone', async () => {
  world.provider.accounts.set('anna', { email: 'multi@demo.example', email_verified: true });
  const anna = await world.signIn('anna');
  const device = { deviceId: anna.deviceId, appOs: 'web', model: 'Test' } as const;
  await expect(anna.call(contracts.changeCustomer, { customerCode: 'TILES', ...device })).rejects.toEqual(
    refusal('signInAgain'),
  );
});

test('the limit of devices holds', async () => {
  const limited = await startSignOnWorld({ MAX_DEVICES: '1' });
  try {
    await limited.connect();
    limited.provider.accounts.set('giulia', { email: 'operator@demo.example', email_verified: true });
    const browser = new ProviderBrowser(limited.provider);
    await limited.signIn('giulia', { browser });
    await expect(limited.signIn('giulia', { browser })).rejects.toEqual(refusal('deviceLimit'));
  } finally {
    await limited.close();
  }
});
