/** SCIM 2.0: the examples of RFC 7644, 3, and what the test suites of Entra ID and Okta ask. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { expect, test } from 'vitest';
import { setUpDirectories } from '../../../../testing/directory-world';
import { isPush } from '../../../../testing/frames';
import { addDirectory, ERROR, LIST, PATCH, USER, type User } from '../../../../testing/scim';
import { codeFor, refusal } from '../../../../testing/start-test-server';

const world = setUpDirectories();

let number = 0;
/** The user of RFC 7644, 3.3, with an address of their own. */
const barbara = (change: object = {}) => {
  number += 1;
  return {
    userName: `bjensen${number}@pump.example`,
    externalId: `bjensen${number}`,
    name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
    ...change,
  };
};
const signIn = async (email: string) => (await codeFor(world.server, email))();
const changesOf = async () =>
  (await world.admin.call(contracts.listChanges, {})).items.map(({ action, by, title }) => [action, by, title]);

test('RFC 7644, 3.3: a user is created, with location, version and what was sent', async () => {
  const sent = barbara({
    displayName: 'Babs Jensen',
    title: 'Tour guide',
    emails: [{ value: 'Babs@Pump.example', type: 'work' }],
  });
  const { status, headers, json } = await world.directory.ask('POST', '/Users', { schemas: [USER], ...sent });
  const user = json as User;
  expect(status).toBe(201);
  expect(headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
  expect(user).toMatchObject({
    ...sent,
    schemas: [USER],
    active: true,
    emails: [{ value: 'babs@pump.example', type: 'work', primary: true }],
    roles: [{ value: 'ASSISTED', primary: true }],
    meta: { resourceType: 'User', created: expect.any(String), lastModified: expect.any(String) },
  });
  expect(headers.get('location')).toBe(`${world.server.url}/scim/v2/Users/${user.id}`);
  expect([user.meta.location, user.meta.version]).toEqual([headers.get('location'), headers.get('etag')]);
  expect(await changesOf()).toContainEqual(['personAdded', 'Token «Entra ID»', 'Babs Jensen']);
});

test('RFC 7644, 3.4.1: a user is retrieved, whole or by attributes; a known version is not sent again', async () => {
  const made = await world.directory.create(barbara());
  const { status, headers, json } = await world.directory.ask('GET', `/Users/${made.id}`);
  expect([status, json]).toEqual([200, made]);
  const version = headers.get('etag') ?? '';
  expect((await world.directory.ask('GET', `/Users/${made.id}`, undefined, { 'if-none-match': version })).status).toBe(
    304,
  );
  const part = async (query: string) =>
    Object.keys((await world.directory.ask('GET', `/Users/${made.id}?${query}`)).json as object);
  expect(await part('attributes=userName,name.givenName')).toEqual(['schemas', 'id', 'userName', 'name']);
  expect(await part('excludedAttributes=meta,roles,emails,name')).not.toContain('roles');
});

test('RFC 7644, 3.4.2: users are found by filters, page by page', async () => {
  const one = await world.directory.create(
    barbara({ title: 'Guide', name: { givenName: 'Ada', familyName: 'Monti' } }),
  );
  const other = await world.directory.create(barbara({ active: false }));
  const ids = async (filter: string) => (await world.directory.find({ filter })).Resources.map(({ id }) => id);
  const [named] = one.userName.split('@');
  for (const filter of [
    `userName eq "${one.userName}"`,
    `USERNAME Eq "${one.userName.toUpperCase()}"`,
    `${USER}:userName eq "${one.userName}"`,
    `externalId eq "${named}"`,
    `emails.value eq "${one.userName}"`,
    `emails[type eq "work"].value eq "${one.userName}"`,
    `emails[type eq "work" and value co "${named}@"]`,
    `userName sw "${named}@" and active eq true`,
    `name.familyName eq "monti" and title pr`,
    `id eq "${one.id}"`,
    `userName eq "${one.userName}" or userName eq "nobody@pump.example"`,
    `not (userName ne "${one.userName}")`,
  ])
    expect({ filter, ids: await ids(filter) }).toEqual({ filter, ids: [one.id] });
  expect(await ids('active eq "False"')).toEqual([other.id]);
  expect(await world.directory.find({ filter: 'userName eq "nobody@pump.example"' })).toEqual({
    schemas: [LIST],
    totalResults: 0,
    startIndex: 1,
    itemsPerPage: 0,
    Resources: [],
  });
  const second = await world.directory.find({ startIndex: '2', count: '1' });
  expect(second).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1, Resources: [{ id: one.id }] });
  expect(await world.directory.find({ startIndex: '0', count: '-1' })).toMatchObject({
    startIndex: 1,
    itemsPerPage: 0,
    totalResults: 3,
  });
  expect(await world.directory.find({ startIndex: '9' })).toMatchObject({ itemsPerPage: 0, Resources: [] });
});

test('RFC 7644, 3.5.1: a user is replaced: what is absent is gone; what a person needs stays', async () => {
  const made = await world.directory.create(barbara({ title: 'Guide', emails: [{ value: 'babs2@pump.example' }] }));
  const replaced = {
    schemas: [USER],
    id: made.id,
    userName: 'babs.j',
    name: { givenName: 'Barbara' },
    emails: [{ value: 'new@pump.example' }],
  };
  const { status, json } = await world.directory.ask('PUT', `/Users/${made.id}`, replaced);
  const { meta: _, ...user } = json as User;
  expect(status).toBe(200);
  expect(user).toEqual({
    schemas: [USER],
    id: made.id,
    userName: 'babs.j',
    displayName: 'Barbara',
    name: { formatted: 'Barbara', givenName: 'Barbara' },
    active: true,
    emails: [{ value: 'new@pump.example', type: 'work', primary: true }],
    roles: [{ value: 'ASSISTED', primary: true }],
  });
  const { json: again } = await world.directory.ask('PUT', `/Users/${made.id}`, {
    schemas: [USER],
    userName: 'babs.j',
    active: false,
  });
  expect(again).toMatchObject({ emails: [{ value: 'new@pump.example' }], active: false });
});

test('RFC 7644, 3.6: a deleted user is 404 from then on, is disabled here, and can be created again with their keys', async () => {
  const sent = barbara({ roles: [{ value: 'OPERATOR' }] });
  const { id } = await world.directory.create(sent);
  const device = await signIn(sent.userName);
  const { publicKey } = await device.call(contracts.getProfile, {});
  const socket = await device.socket();
  const { status, json } = await world.directory.ask('DELETE', `/Users/${id}`);
  expect([status, json]).toEqual([204, null]);
  await socket.next(isPush('SessionEnded'));
  expect(await socket.closed).toBe(4401);
  for (const [method, body] of [
    ['GET'],
    ['DELETE'],
    ['PUT', { schemas: [USER], ...sent }],
    ['PATCH', patchOf()],
  ] as const)
    expect(await world.directory.ask(method, `/Users/${id}`, body)).toMatchObject({
      status: 404,
      json: { schemas: [ERROR], status: '404' },
    });
  expect(await world.directory.find({ filter: `userName eq "${sent.userName}"` })).toMatchObject({ totalResults: 0 });
  await expect(world.admin.call(contracts.getPerson, { personId: id })).resolves.toMatchObject({
    isDisabled: true,
    directory: null,
  });

  await expect(world.directory.create(sent)).resolves.toMatchObject({ id, active: true });
  const again = await signIn(sent.userName);
  await expect(again.call(contracts.getProfile, {})).resolves.toMatchObject({ publicKey, role: { code: 'OPERATOR' } });
});

const patchOf = (...Operations: object[]) => ({
  schemas: [PATCH],
  Operations: Operations.length > 0 ? Operations : [{ op: 'replace', path: 'title', value: 'x' }],
});

test('a user who is there already is 409, by userName in any case and by e-mail address', async () => {
  const made = await world.directory.create(barbara({ emails: [{ value: 'taken@pump.example' }] }));
  const second = await world.directory.create(barbara());
  const conflict = { status: 409, json: { schemas: [ERROR], status: '409', scimType: 'uniqueness' } };
  const post = (user: object) => world.directory.ask('POST', '/Users', { schemas: [USER], ...user });
  expect(await post(barbara({ userName: made.userName.toUpperCase() }))).toMatchObject(conflict);
  expect(await post(barbara({ emails: [{ value: 'TAKEN@pump.example' }] }))).toMatchObject(conflict);
  for (const value of [{ userName: made.userName }, { emails: [{ value: 'taken@pump.example' }] }])
    expect(await world.directory.ask('PATCH', `/Users/${second.id}`, patchOf({ op: 'replace', value }))).toMatchObject(
      conflict,
    );
  expect(await world.directory.find()).toMatchObject({ totalResults: 3 });
});

test('a person of the company whom an admin invited is seen by the directory, which then provides them', async () => {
  const { pool } = world.server.context;
  await pool.query("update contacts set name = 'Paolo Neri' where id = $1", [world.admin.contactId]);
  const { Resources } = await world.directory.find();
  expect(Resources).toMatchObject([
    {
      id: world.admin.contactId,
      userName: `${world.admin.contactId}@crowd.example`,
      displayName: 'Paolo Neri',
      active: true,
    },
  ]);
  expect(Resources[0]?.name).toEqual({ formatted: 'Paolo Neri', givenName: 'Paolo', familyName: 'Neri' });
  const user = await world.directory.create(
    barbara({
      userName: 'paolo',
      emails: [{ value: `${world.admin.contactId}@crowd.example` }],
      displayName: 'P. Neri',
    }),
  );
  expect(user).toMatchObject({ id: world.admin.contactId, displayName: 'P. Neri', roles: [{ value: 'ADMIN' }] });
  await expect(world.admin.call(contracts.getPerson, { personId: user.id })).resolves.toMatchObject({
    name: 'P. Neri',
    directory: { givesRole: false, isActive: true },
  });
});

test('an address in another company is an account of its own there: nothing of it is seen or changed', async () => {
  const other = await addDirectory(world.server);
  const sent = barbara();
  const theirs = await other.directory.create(sent);
  const ours = await world.directory.create(sent);
  expect(ours.id).not.toBe(theirs.id);
  for (const [method, body] of [
    ['GET'],
    ['DELETE'],
    ['PUT', { schemas: [USER], ...sent }],
    ['PATCH', patchOf()],
  ] as const)
    expect((await world.directory.ask(method, `/Users/${theirs.id}`, body)).status).toBe(404);
  expect(
    await world.directory.find({ filter: `id eq "${theirs.id}" or externalId eq "${theirs.externalId}"` }),
  ).toMatchObject({
    Resources: [{ id: ours.id }],
  });
  await world.directory.ask('DELETE', `/Users/${ours.id}`);
  expect((await other.directory.ask('GET', `/Users/${theirs.id}`)).json).toEqual(theirs);
});

test('a provided person is seen only by admins until their first sign-in, which makes their keys', async () => {
  const sent = barbara({ roles: [{ value: 'OPERATOR' }] });
  const { id } = await world.directory.create(sent);
  const search = () => world.admin.call(contracts.findContact, { email: sent.userName });
  expect(await search()).toBeNull();
  await expect(world.admin.call(contracts.addToAddressBook, { contactUniqueId: id })).rejects.toEqual(
    refusal('notFound'),
  );
  await expect(world.admin.call(contracts.getPerson, { personId: id })).resolves.toMatchObject({ hasKeys: false });
  const devices = await Promise.all(
    [await codeFor(world.server, sent.userName), await codeFor(world.server, sent.userName)].map((enter) => enter()),
  );
  const keys = await Promise.all(
    devices.map(async (device) => (await device.call(contracts.getProfile, {})).publicKey),
  );
  expect(keys[0]).toBe(keys[1]);
  await Promise.all(devices.map((device) => device.reader()));
  await expect(search()).resolves.toMatchObject({ uniqueId: id, publicKey: keys[0] });
  await expect(world.admin.call(contracts.getPerson, { personId: id })).resolves.toMatchObject({ hasKeys: true });
});

test('who is disabled by the directory is shut out at once, and enabled again by it alone', async () => {
  const sent = barbara();
  const { id } = await world.directory.create(sent);
  const device = await signIn(sent.userName);
  const socket = await device.socket();
  await expect(world.directory.patch(id, { op: 'Replace', path: 'active', value: 'False' })).resolves.toMatchObject({
    active: false,
  });
  expect(await socket.closed).toBe(4401);
  await expect(device.call(contracts.getProfile, {})).rejects.toEqual(refusal('sessionEnded'));
  const checkEmail = () =>
    world.server.visitor().call(contracts.checkEmail, { email: sent.userName, appCode: 'earth' });
  await expect(checkEmail()).rejects.toEqual(refusal('unknownEmail'));
  const enable = () => world.admin.call(contracts.changePerson, { personId: id, isDisabled: false });
  await expect(enable()).rejects.toEqual(refusal('notAllowed'));
  await world.directory.patch(id, { op: 'replace', value: { active: true } });
  await expect(checkEmail()).resolves.toBeDefined();
  // An admin may shut somebody out at any time, and let them in again.
  await world.admin.call(contracts.changePerson, { personId: id, isDisabled: true });
  expect((await world.directory.ask('GET', `/Users/${id}`)).json).toMatchObject({ active: false });
  await expect(enable()).resolves.toMatchObject({ isDisabled: false });
  expect((await changesOf()).map(([action]) => action).slice(0, 5)).toEqual([
    'enabled',
    'disabled',
    'enabled',
    'disabled',
    'personAdded',
  ]);
});

test('a role that the directory gives is not changed by admins; taken away, it is the one that may least', async () => {
  const { id } = await world.directory.create(barbara({ roles: [{ value: 'OPERATOR', primary: true }] }));
  const setRole = () => world.admin.call(contracts.changePerson, { personId: id, role: 'ADMIN' });
  await expect(setRole()).rejects.toEqual(refusal('notAllowed'));
  await expect(world.directory.patch(id, { op: 'remove', path: 'roles' })).resolves.toMatchObject({
    roles: [{ value: 'ASSISTED' }],
  });
  await expect(setRole()).resolves.toMatchObject({ role: 'ADMIN', directory: { givesRole: false } });
  await expect(world.directory.patch(id, { op: 'replace', path: 'title', value: 'x' })).resolves.toMatchObject({
    roles: [{ value: 'ADMIN' }],
  });
});

test('people of a directory without a valid token are managed by admins again', async () => {
  const { id } = await world.directory.create(barbara({ roles: [{ value: 'OPERATOR' }], active: false }));
  const [token] = await world.admin.call(contracts.listTokens, {});
  await world.admin.call(contracts.endToken, { tokenId: token?.id ?? '' });
  await expect(
    world.admin.call(contracts.changePerson, { personId: id, role: 'ADMIN', isDisabled: false }),
  ).resolves.toMatchObject({ role: 'ADMIN', isDisabled: false, directory: null });
  expect((await world.directory.ask('GET', '/Users')).status).toBe(401);
});

test('the last admin who can sign in is neither disabled, nor demoted, nor deleted', async () => {
  const { contactId: id } = world.admin;
  const refused = { status: 403, json: { schemas: [ERROR], status: '403' } };
  for (const step of [
    { op: 'replace', path: 'active', value: false },
    { op: 'add', path: 'roles', value: [{ value: 'OPERATOR' }] },
  ])
    expect(await world.directory.ask('PATCH', `/Users/${id}`, patchOf(step))).toMatchObject(refused);
  expect(await world.directory.ask('DELETE', `/Users/${id}`)).toMatchObject(refused);
  const second = await world.directory.create(barbara({ roles: [{ value: 'ADMIN' }] }));
  expect((await world.directory.ask('DELETE', `/Users/${second.id}`)).status).toBe(204);
  expect(await world.directory.ask('DELETE', `/Users/${id}`)).toMatchObject(refused);
});

test('a change that names another version is refused', async () => {
  const made = await world.directory.create(barbara());
  const put = (version: string) =>
    world.directory.ask('PATCH', `/Users/${made.id}`, patchOf(), { 'if-match': version });
  expect((await put(made.meta.version)).status).toBe(200);
  expect(await put(made.meta.version)).toMatchObject({ status: 412, json: { status: '412' } });
  expect((await world.directory.ask('DELETE', `/Users/${made.id}`, undefined, { 'if-match': 'W/"x"' })).status).toBe(
    412,
  );
  expect((await put('*')).status).toBe(200);
});

test('RFC 7644, 4: the server says what it supports', async () => {
  const get = async (path: string) => (await world.directory.ask('GET', path)).json;
  expect(await get('/ServiceProviderConfig')).toMatchObject({
    patch: { supported: true },
    filter: { supported: true, maxResults: 200 },
    bulk: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  });
  expect(await get('/ResourceTypes')).toMatchObject({
    totalResults: 1,
    Resources: [{ id: 'User', endpoint: '/Users' }],
  });
  expect(await get('/ResourceTypes/User')).toMatchObject({ schema: USER });
  const { attributes } = (await get(`/Schemas/${USER}`)) as { attributes: { name: string }[] };
  const user = (await get(`/Users/${(await world.directory.create(barbara({ title: 'x' }))).id}`)) as object;
  expect(attributes.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(user)
      .filter((name) => !['schemas', 'id', 'meta'].includes(name))
      .toSorted(),
  );
  expect(await get('/Schemas')).toMatchObject({ Resources: [{ id: USER }] });
  for (const path of ['/Schemas/x', '/Groups', '/Me', `/Users/${randomUUID()}`, '/Users/none', '/Bulk'])
    expect(await world.directory.ask('GET', path)).toMatchObject({ status: 404, json: { schemas: [ERROR] } });
});
