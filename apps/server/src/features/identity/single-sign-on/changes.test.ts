/** Sign-ins beside a directory, admins and other changes of people and settings. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { importPrivateKeys } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isWaiting, meanwhile } from '../../../../testing/meanwhile';
import { ProviderBrowser } from '../../../../testing/provider-browser';
import { Directory } from '../../../../testing/scim';
import { startSignOnWorld, type SignOnWorld } from '../../../../testing/sign-on-world';
import { refusal, type SignedInClient } from '../../../../testing/start-test-server';

let world: SignOnWorld;
let directory: Directory;
beforeAll(async () => {
  world = await startSignOnWorld();
  await world.own('new.example');
  await world.connect();
  const { token } = await world.paolo.call(contracts.createToken, { name: 'Entra ID', scopes: ['people'], days: 365 });
  directory = new Directory(world.server.url, token);
});
afterAll(() => world.close());

/** Somebody at the provider. @returns their name there */
function account(email: string, more: object = {}): string {
  const name = randomUUID();
  world.provider.accounts.set(name, { email, email_verified: true, name: 'Somebody', ...more });
  return name;
}

const roleOf = async (who: SignedInClient) => (await who.call(contracts.getProfile, {})).role.code;
const finish = ({ visitor, ticket, secret }: Awaited<ReturnType<SignOnWorld['goThrough']>>) =>
  visitor.call(contracts.finishSignOn, { ticket, secret, deviceId: visitor.deviceId, appOs: 'web', model: 'Test' });

/** As far as the ticket of an admin's test. */
async function comeBack(name: string) {
  const { url, secret } = await world.paolo.call(contracts.startSignOnTest, {});
  const back = await new ProviderBrowser(world.provider).signIn(url, name);
  const location = (await world.server.visitor().raw(back)).headers.get('location') ?? '';
  return { ticket: location.split('=').at(-1) ?? '', secret };
}

test('somebody whom the directory has added gets their keys, and stays out once it has disabled them', async () => {
  const { id } = await directory.create({ userName: 'ada@new.example' });
  const ada = account('ada@new.example');
  const signedIn = await world.signIn(ada);
  expect(signedIn.contactId).toBe(id);
  await expect(importPrivateKeys(signedIn.privateKey)).resolves.toBeTruthy();
  await directory.patch(id, { op: 'replace', path: 'userName', value: 'ada.verdi@new.example' });
  expect((await world.signIn(ada)).contactId).toBe(id);
  await directory.patch(id, { op: 'replace', path: 'active', value: false });
  await expect(world.signIn(ada)).rejects.toEqual(refusal('signOnDisabled'));
});

test('a role that the directory gives stays, whatever the claim says; one by claim is a new version for the directory', async () => {
  await world.connect({ roleClaim: 'roles', roles: [{ value: 'field', role: 'OPERATOR' }], defaultRole: 'ASSISTED' });
  const given = await directory.create({ userName: 'given@new.example', roles: [{ value: 'ADMIN' }] });
  expect(await roleOf(await world.signIn(account('given@new.example', { roles: ['field'] })))).toBe('ADMIN');
  const free = await directory.create({ userName: 'free@new.example' });
  expect(await roleOf(await world.signIn(account('free@new.example', { roles: ['field'] })))).toBe('OPERATOR');
  const { Resources } = await directory.find({ filter: 'userName eq "free@new.example"' });
  expect(Resources[0]?.meta.version).not.toBe(free.meta.version);
  await directory.patch(given.id, { op: 'replace', path: 'active', value: false });
  await world.connect();
});

test('of hundreds of groups, the one that gives a role counts', async () => {
  await world.connect({ roleClaim: 'roles', roles: [{ value: 'last', role: 'OPERATOR' }], defaultRole: undefined });
  const roles = [...Array.from({ length: 300 }, (_, index) => `group-${index}`), 'last'];
  expect(await roleOf(await world.signIn(account('many@new.example', { roles })))).toBe('OPERATOR');
  await world.connect();
});

/** Finishes a sign-in while another transaction changes the person. @returns the error, if it fails */
async function finishDuring(name: string, sql: string): Promise<unknown> {
  const came = await world.goThrough(name);
  const { pool } = world.server.context;
  const commit = await meanwhile(pool, sql);
  const finished = finish(came).then(
    () => null,
    (error: unknown) => error,
  );
  await expect.poll(() => isWaiting(pool)).toBe(true);
  await commit();
  return await finished;
}

test('somebody who is disabled, or gets another address, at the same moment does not get in', async () => {
  const [mia, leo] = [account('mia@new.example'), account('leo@new.example')];
  await world.signIn(mia);
  const disable = `update contacts set disabled_at = now() where email = 'mia@new.example'`;
  expect(await finishDuring(mia, disable)).toEqual(refusal('signOnDisabled'));
  await directory.create({ userName: 'leo@new.example' });
  const rename = `update contacts set email = 'leo.verdi@new.example' where email = 'leo@new.example'`;
  expect(await finishDuring(leo, rename)).toEqual(refusal('signOnExpired'));
});

test('an answer counts only under the settings with which it was asked', async () => {
  const paolo = account('admin@demo.example');
  const tested = await comeBack(paolo);
  const came = await world.goThrough(account('late@new.example'));
  await world.connect({ clientId: 'another-client' });
  await expect(world.paolo.call(contracts.finishSignOnTest, tested)).rejects.toEqual(refusal('signOnExpired'));
  await expect(finish(came)).rejects.toEqual(refusal('signOnExpired'));
  expect((await world.settings()).connection?.testedDate).toBeNull();
  await world.connect();
});

test('a test does not succeed for an admin who would be refused, and removing the provider unties everybody', async () => {
  await world.signIn(account('admin@demo.example'));
  const second = account('admin@demo.example');
  await expect(world.paolo.call(contracts.finishSignOnTest, await comeBack(second))).rejects.toEqual(
    refusal('signOnOtherIdentity'),
  );
  const { version: basedOn } = await world.settings();
  await world.paolo.call(contracts.removeSignOn, { basedOn });
  await world.connect();
  expect(await world.paolo.call(contracts.finishSignOnTest, await comeBack(second))).toMatchObject({ isYou: true });
});

test('strangers who start many sign-ins at once ask the provider once', async () => {
  const { server, provider } = world;
  const asked = () => provider.requests.filter((path) => path === '/.well-known/openid-configuration').length;
  const before = asked();
  server.clock.advance(11 * 60_000);
  const start = () => server.visitor().call(contracts.startSignOn, { customCode: 'DEMO' });
  await Promise.all(Array.from({ length: 5 }, start));
  expect(asked()).toBe(before + 1);
});
