/** What admins set for the sign-in by a provider. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderBrowser } from '../../../../testing/provider-browser';
import { addPerson } from '../../../../testing/crowd';
import { isWaiting, meanwhile } from '../../../../testing/meanwhile';
import { startSignOnWorld, type SignOnWorld } from '../../../../testing/sign-on-world';
import { lastInvitation, refusal, type SignedInClient } from '../../../../testing/start-test-server';
import { rescue } from './rescue';

const PATH = '/api/back-office/single-sign-on';

let world: SignOnWorld;
/** The admin of another company. */
let elena: SignedInClient;
beforeAll(async () => {
  world = await startSignOnWorld();
  elena = await addPerson(world.server, { role: 'ADMIN', companyCode: 'TILES' });
  await world.connect();
  world.provider.accounts.set('paolo', { email: 'admin@demo.example', email_verified: true, name: 'Paolo N.' });
  world.provider.accounts.set('giulia', { email: 'operator@demo.example', email_verified: true, name: 'Giulia F.' });
});
afterAll(() => world.close());

const switchCodes = async (areOff: boolean) =>
  await world.paolo.call(contracts.switchCodes, { basedOn: (await world.settings()).version, areOff });

/** A test by the admin, as far as its result. */
async function tryOut(name: string): Promise<contracts.SignOnTested> {
  const { url, secret } = await world.paolo.call(contracts.startSignOnTest, {});
  const back = await new ProviderBrowser(world.provider).signIn(url, name);
  const { headers } = await world.server.visitor().raw(back);
  const location = headers.get('location') ?? '';
  expect(location).toMatch(/^\/admin\/company\?part=signOn#signOn=[\w-]+$/);
  return await world.paolo.call(contracts.finishSignOnTest, { ticket: location.split('=').at(-1) ?? '', secret });
}

test('only admins of the company use these calls, and each sees their own', async () => {
  const giulia = await world.server.signIn('operator');
  const connection = { issuer: 'https://a.example', clientId: 'a', roleClaim: '', makesPeople: true };
  const ticket = { ticket: randomUUID(), secret: randomUUID() };
  const calls: readonly ((who: Pick<SignedInClient, 'call'>) => Promise<unknown>)[] = [
    (who) => who.call(contracts.getSignOnSettings, {}),
    (who) => who.call(contracts.saveSignOn, { basedOn: 0, ...connection, clientSecret: 'x' }),
    (who) => who.call(contracts.removeSignOn, { basedOn: 0 }),
    (who) => who.call(contracts.switchCodes, { basedOn: 0, areOff: true }),
    (who) => who.call(contracts.addSignOnDomain, { domain: 'demo.example' }),
    (who) => who.call(contracts.confirmSignOnDomain, { domain: 'demo.example' }),
    (who) => who.call(contracts.removeSignOnDomain, { domain: 'demo.example' }),
    (who) => who.call(contracts.startSignOnTest, {}),
    (who) => who.call(contracts.finishSignOnTest, ticket),
    (who) => who.call(contracts.releaseIdentity, { personId: randomUUID() }),
  ];
  for (const call of calls) {
    await expect(call(world.server.visitor())).rejects.toEqual(refusal('notSignedIn'));
    await expect(call(giulia)).rejects.toEqual(refusal('notAllowed'));
  }
  expect(await world.settings(elena)).toMatchObject({ connection: null, areCodesOff: false, domains: [] });
  await expect(elena.call(contracts.startSignOnTest, {})).rejects.toEqual(refusal('notFound'));
  const [person] = (await world.paolo.call(contracts.listPeople, {})).items;
  await expect(elena.call(contracts.releaseIdentity, { personId: person?.id ?? '' })).rejects.toEqual(
    refusal('notFound'),
  );
  for (const [method, path] of [
    ['PUT', PATH],
    ['DELETE', PATH],
    ['POST', `${PATH}?codes`],
    ['POST', `${PATH}/domains`],
    ['POST', `${PATH}/domains?confirm`],
    ['DELETE', `${PATH}/domains`],
    ['PUT', `${PATH}/test`],
  ] as const)
    expect((await world.paolo.raw(path, { method })).status, `${method} ${path}`).toBe(400);
});

test('the secret is sealed in the database, and never sent back', async () => {
  const { clientSecret } = world.provider;
  expect(JSON.stringify(await world.settings())).not.toContain(clientSecret);
  const { rows } = await world.server.context.pool.query<{ row: string }>(
    'select sign_on_connections::text as row from sign_on_connections',
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain(clientSecret);
});

test.each([
  'http://idp.example:PORT',
  'https://user:pass@idp.example:PORT',
  'https://localhost:PORT',
  'https://10.0.0.1:PORT',
  'https://printer.local:PORT',
  'https://idp.example:22',
  'https://idp.example:PORT/?x=1',
  'no address',
])('refuses the address %s', async (address) => {
  const issuer = address.replace('PORT', String(world.provider.port));
  await expect(world.connect({ issuer })).rejects.toMatchObject({ code: 400, fields: { issuer: expect.any(String) } });
});

test('takes the address of the discovery document, too, and says if there is none', async () => {
  const { issuer } = world.provider;
  const saved = await world.connect({ issuer: `${issuer}/.well-known/openid-configuration` });
  expect(saved.connection?.issuer).toBe(issuer);
  await expect(world.connect({ issuer: `${issuer}/elsewhere` })).rejects.toEqual(refusal('providerMisconfigured'));
});

test('the stored secret goes to no other address than the one it was typed for', async () => {
  const { version: basedOn } = await world.settings();
  const given = { issuer: world.provider.issuer, clientId: 'earth', roleClaim: '', makesPeople: true };
  const moved = { ...given, basedOn, issuer: `https://other.example:${world.provider.port}` };
  await expect(world.paolo.call(contracts.saveSignOn, moved)).rejects.toMatchObject({
    fields: { clientSecret: expect.any(String) },
  });
  await expect(world.paolo.call(contracts.saveSignOn, { ...given, basedOn })).resolves.toMatchObject({
    version: basedOn + 1,
  });
});

test('of two admins who change it at once, one is told', async () => {
  const { version } = await world.settings();
  await world.connect();
  await expect(world.paolo.call(contracts.removeSignOn, { basedOn: version })).rejects.toEqual(
    refusal('settingsChanged'),
  );
});

test('a domain belongs to the company that has its TXT record, and to no other', async () => {
  const { domains } = await world.paolo.call(contracts.addSignOnDomain, { domain: 'Own.example' });
  const mine = domains.find(({ domain }) => domain === 'own.example');
  expect(mine).toMatchObject({ isConfirmed: false, recordName: '_earth-sign-on.own.example' });
  const confirm = (who: SignedInClient) => who.call(contracts.confirmSignOnDomain, { domain: 'own.example' });
  await expect(confirm(world.paolo)).rejects.toEqual(refusal('domainUnproven'));
  await expect(confirm(world.paolo)).rejects.toEqual(refusal('tooManyTries'));
  const { domains: theirs } = await elena.call(contracts.addSignOnDomain, { domain: 'own.example' });
  expect(theirs[0]?.recordValue).not.toBe(mine?.recordValue);
  world.provider.texts.set('_earth-sign-on.own.example', ['v=spf1 -all', mine?.recordValue ?? '']);
  await expect(confirm(elena)).rejects.toEqual(refusal('domainUnproven'));
  world.server.clock.advance(6_000);
  expect((await confirm(world.paolo)).domains).toContainEqual(expect.objectContaining({ isConfirmed: true }));
  world.provider.texts.set('_earth-sign-on.own.example', [theirs[0]?.recordValue ?? '']);
  await expect(confirm(elena)).rejects.toEqual(refusal('domainTaken'));
  for (const domain of ['own', 'a b.example', 'nora@own.example'])
    await expect(world.paolo.call(contracts.addSignOnDomain, { domain })).rejects.toMatchObject({ code: 400 });
  await expect(world.paolo.call(contracts.addSignOnDomain, { domain: 'own.example' })).rejects.toEqual(
    refusal('conflict'),
  );
  await world.paolo.call(contracts.removeSignOnDomain, { domain: 'own.example' });
  await expect(world.paolo.call(contracts.removeSignOnDomain, { domain: 'own.example' })).rejects.toEqual(
    refusal('notFound'),
  );
});

test('of two companies that confirm a domain at once, one is told that the domain is the other’s', async () => {
  const { pool } = world.server.context;
  const domain = 'both.example';
  const added = await elena.call(contracts.addSignOnDomain, { domain });
  const record = added.domains.find((one) => one.domain === domain);
  world.provider.texts.set(record?.recordName ?? '', [record?.recordValue ?? '']);
  await world.paolo.call(contracts.addSignOnDomain, { domain });
  const confirmOurs = `update sign_on_domains set confirmed_at = now()
    where domain = '${domain}' and company_id = (select id from companies where code = 'DEMO')`;
  for (const confirm of [
    () => elena.call(contracts.confirmSignOnDomain, { domain }),
    () => rescue(world.server.context, ['TILES', 'confirm', domain]),
  ]) {
    const commit = await meanwhile(pool, confirmOurs);
    const refused = confirm().catch((error: unknown) => error);
    await expect.poll(() => isWaiting(pool)).toBe(true);
    await commit();
    expect(await refused).toMatchObject({ message: expect.stringContaining('another company') });
    expect((await world.settings(elena)).domains).toContainEqual(
      expect.objectContaining({ domain, isConfirmed: false }),
    );
    await pool.query(`update sign_on_domains set confirmed_at = null where domain = '${domain}'`);
  }
});

test('an expired test leads back to the page where it was started, which learns that it has expired', async () => {
  const { clock } = world.server;
  const late = contracts.SIGN_ON_MINUTES * 60_000 + 1;
  for (const isSwept of [false, true]) {
    const { url, secret } = await world.paolo.call(contracts.startSignOnTest, {});
    const back = await new ProviderBrowser(world.provider).signIn(url, 'paolo');
    clock.advance(late);
    if (isSwept) await world.server.visitor().call(contracts.startSignOn, { customCode: 'DEMO' });
    const location = (await world.server.visitor().raw(back)).headers.get('location') ?? '';
    clock.advance(-late);
    expect(location).toMatch(/^\/admin\/company\?part=signOn#signOn=[\w-]+$/);
    const ticket = location.split('=').at(-1) ?? '';
    await expect(world.paolo.call(contracts.finishSignOnTest, { ticket, secret })).rejects.toEqual(
      refusal('signOnExpired'),
    );
  }
});

test('e-mail and code go off only after an admin has come back from the provider, and a change puts them on again', async () => {
  await world.connect();
  await expect(switchCodes(true)).rejects.toEqual(refusal('signOnUntested'));
  expect(await tryOut('giulia')).toMatchObject({ isYou: false, role: 'OPERATOR' });
  await expect(switchCodes(true)).rejects.toEqual(refusal('signOnUntested'));
  expect(await tryOut('paolo')).toMatchObject({ isYou: true, role: 'ADMIN', email: 'admin@demo.example' });
  expect(await switchCodes(true)).toMatchObject({ areCodesOff: true });

  const { server } = world;
  const visitor = server.visitor();
  const place = { email: 'operator@demo.example', customCode: 'DEMO', deviceId: visitor.deviceId };
  const refused = refusal('singleSignOnRequired');
  await expect(visitor.call(contracts.confirmCode, place)).rejects.toEqual(refused);
  await expect(visitor.call(contracts.confirmCode, { ...place, email: 'nobody@demo.example' })).rejects.toEqual(
    refused,
  );
  const device = { deviceId: visitor.deviceId, appOs: 'web', model: 'Test' } as const;
  await expect(visitor.call(contracts.signIn, { ...place, ...device, password: '123456' })).rejects.toEqual(refused);
  const [checked] = await visitor.call(contracts.checkEmail, { email: place.email, appCode: 'earth' });
  expect(checked).toMatchObject({ singleSignOn: 'required' });
  const anna = await server.signIn('multi', { customCode: 'TILES' });
  await expect(anna.call(contracts.changeCustomer, { customerCode: 'DEMO', ...device })).rejects.toEqual(refused);
  // Another company goes on as it was, and so does who is signed in.
  await expect(server.signIn('tilesOperator')).resolves.toBeTruthy();
  await expect(world.settings()).resolves.toBeTruthy();
  await expect(world.signIn('giulia')).resolves.toBeTruthy();

  expect(await world.connect()).toMatchObject({ areCodesOff: false, connection: { testedDate: null } });
  await expect(server.signIn('operator')).resolves.toBeTruthy();
});

test('an invitation to a company without codes leads to the provider', async () => {
  await tryOut('paolo');
  const invited = { email: 'invited@demo.example', name: 'Ivo', roleUniqueId: contracts.ROLE_IDS.OPERATOR };
  await world.paolo.call(contracts.invite, invited);
  const { code: printed } = lastInvitation(world.server.context, invited.email);
  const code = printed.replaceAll(' ', '');
  await switchCodes(true);
  const visitor = world.server.visitor();
  const device = { deviceId: visitor.deviceId, appOs: 'web', model: 'Test' } as const;
  await expect(
    visitor.call(contracts.register, { email: invited.email, invitationCode: code, ...device }),
  ).rejects.toEqual(refusal('singleSignOnRequired'));
  await switchCodes(false);
  await expect(
    visitor.call(contracts.register, { email: invited.email, invitationCode: code, ...device }),
  ).resolves.toBeTruthy();
});

test('the administrator of the server lets a company in that has locked itself out, and confirms a domain', async () => {
  await tryOut('paolo');
  await switchCodes(true);
  const { context } = world.server;
  await expect(rescue(context, ['DEMO', 'codes-on'])).resolves.toContain('e-mail and code again');
  await expect(world.server.signIn('operator')).resolves.toBeTruthy();
  await expect(rescue(context, ['DEMO', 'confirm', 'inside.example'])).resolves.toContain('is confirmed');
  expect((await world.settings()).domains).toContainEqual(
    expect.objectContaining({ domain: 'inside.example', isConfirmed: true }),
  );
  await expect(rescue(context, ['TILES', 'confirm', 'inside.example'])).rejects.toThrow('another company');
  for (const [wrong, why] of [
    [[], 'Usage'],
    [['DEMO'], 'Usage'],
    [['NOBODY', 'codes-on'], 'no company'],
    [['DEMO', 'confirm', 'x y'], 'no domain'],
  ] as const)
    await expect(rescue(context, wrong)).rejects.toThrow(why);
});

test('a removed connection leaves e-mail and code', async () => {
  await tryOut('paolo');
  await switchCodes(true);
  const { version: basedOn } = await world.settings();
  await expect(world.paolo.call(contracts.removeSignOn, { basedOn })).resolves.toMatchObject({
    connection: null,
    areCodesOff: false,
  });
  await expect(world.server.signIn('operator')).resolves.toBeTruthy();
  await expect(world.server.visitor().call(contracts.startSignOn, { customCode: 'DEMO' })).rejects.toEqual(
    refusal('notFound'),
  );
});
