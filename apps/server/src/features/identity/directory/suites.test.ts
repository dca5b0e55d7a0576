/** What the SCIM validator of Entra ID, the SPEC test of Okta and their clients send, in the ways that differ from RFC 7644. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDirectory, type Directory, ERROR, LIST, PATCH, USER } from '../../../../testing/scim';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server';

let server: TestServer;
let directory: Directory;
beforeAll(async () => {
  server = await startTestServer();
  ({ directory } = await addDirectory(server));
});
afterAll(() => server.close());

/** A user as the validator makes one: every text at random. */
const someUser = (change: object = {}) => ({
  userName: `${randomUUID()}@romaguera.example`,
  externalId: randomUUID(),
  displayName: 'XKWLCONOGMVT',
  title: 'Service engineer',
  name: { formatted: 'Aric', givenName: 'Sandy', familyName: 'Nia' },
  emails: [{ type: 'work', value: `${randomUUID()}@prohaska.example`, primary: true }],
  active: true,
  ...change,
});

test('Okta: the first page has each user with id, names, userName, active and address', async () => {
  await directory.create(someUser());
  const { Resources, ...page } = await directory.find({ count: '1', startIndex: '1' });
  expect(page).toEqual({ schemas: [LIST], totalResults: expect.any(Number), itemsPerPage: 1, startIndex: 1 });
  expect(Resources).toMatchObject([
    {
      id: expect.any(String),
      userName: expect.any(String),
      name: { givenName: expect.any(String), familyName: expect.any(String) },
      active: expect.any(Boolean),
      emails: [{ value: expect.any(String) }],
    },
  ]);
});

test('Okta: an unknown id is 404 with the schema of errors, an unknown name an empty list', async () => {
  const { status, json } = await directory.ask('GET', `/Users/${randomUUID()}`);
  expect([status, json]).toEqual([404, { schemas: [ERROR], status: '404', detail: expect.any(String) }]);
  expect(await directory.find({ filter: `userName eq "${randomUUID()}@atko.example"` })).toMatchObject({
    schemas: [LIST],
    totalResults: 0,
  });
});

test('Okta: a user is created, read, found, not created twice, replaced and deactivated', async () => {
  const sent = { schemas: [USER], ...someUser(), groups: [], password: '1mz050nq', locale: 'en-US' };
  const { json } = await directory.ask('POST', '/Users', sent, {
    'content-type': 'application/scim+json; charset=utf-8',
  });
  const user = json as { readonly id: string };
  expect(user).toMatchObject({ userName: sent.userName, active: true });
  expect((await directory.ask('GET', `/Users/${user.id}`)).json).toEqual(user);
  expect(await directory.find({ filter: `userName eq "${sent.userName}"` })).toMatchObject({
    totalResults: 1,
    Resources: [user],
  });
  expect(await directory.ask('POST', '/Users', sent)).toMatchObject({ status: 409, json: { schemas: [ERROR] } });
  const changed = { ...sent, ...user, name: { givenName: 'Another', familyName: 'Name' }, displayName: 'Another Name' };
  expect((await directory.ask('PUT', `/Users/${user.id}`, changed)).json).toMatchObject({
    name: { givenName: 'Another' },
  });
  expect((await directory.ask('PUT', `/Users/${user.id}`, { ...changed, active: false })).json).toMatchObject({
    active: false,
  });
  await expect(directory.patch(user.id, { op: 'replace', value: { active: true } })).resolves.toMatchObject({
    active: true,
  });
});

test('Entra ID: a user who is disabled is found by userName, with active false', async () => {
  const sent = someUser();
  const { id } = await directory.create(sent);
  await directory.patch(id, { op: 'Replace', path: 'active', value: 'False' });
  expect(await directory.find({ filter: `userName eq "${sent.userName}"` })).toMatchObject({
    Resources: [{ ...sent, id, active: false }],
  });
});

const work = `${randomUUID()}@work.example`;
test.each<[string, object[], object]>([
  [
    'capitalised operations',
    [
      { op: 'Add', path: 'title', value: 'Head' },
      { op: 'Replace', path: 'displayName', value: 'Ada' },
      { op: 'Remove', path: 'externalId' },
    ],
    { title: 'Head', displayName: 'Ada', externalId: undefined },
  ],
  [
    'names with a point in an operation without a path',
    [{ op: 'replace', value: { displayName: 'O. Rylan', 'name.givenName': 'Oswaldo', 'name.familyName': 'Rylan' } }],
    { displayName: 'O. Rylan', name: { formatted: 'Aric', givenName: 'Oswaldo', familyName: 'Rylan' } },
  ],
  [
    'an address by a filter of its type',
    [{ op: 'Replace', path: 'emails[type eq "work"].value', value: work.toUpperCase() }],
    { emails: [{ value: work, type: 'work', primary: true }] },
  ],
  [
    'the same without a path',
    [{ op: 'Add', value: { 'emails[type eq "work"].value': work.replace('work', 'other') } }],
    { emails: [{ value: work.replace('work', 'other') }] },
  ],
  [
    'truth values as texts in a path',
    [{ op: 'Add', path: 'roles[primary eq "True"].value', value: 'Operator' }],
    { roles: [{ value: 'OPERATOR' }] },
  ],
  [
    'a role as the text of an object',
    [{ op: 'Add', path: 'roles', value: [{ value: '{"id":"18d1","value":"ADMIN","displayName":"Admin"}' }] }],
    { roles: [{ value: 'ADMIN' }] },
  ],
  [
    'names with the address of their schema',
    [
      { op: 'replace', path: `${USER}:title`, value: 'Pilot' },
      { op: 'replace', value: { [`${USER}:name.familyName`]: 'Lake' } },
    ],
    { title: 'Pilot', name: { familyName: 'Lake' } },
  ],
  [
    'attributes that are not kept',
    [
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Sales' },
      {
        op: 'Add',
        value: { 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: { value: '1' } } },
      },
      { op: 'Replace', path: 'addresses[type eq "work"].streetAddress', value: '1 Road' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+39 1' },
      { op: 'Replace', path: 'preferredLanguage', value: 'it' },
      { op: 'Add', path: 'name.middleName', value: 'M.' },
    ],
    { title: 'Service engineer', name: { formatted: 'Aric', givenName: 'Sandy', familyName: 'Nia' } },
  ],
  [
    'values that are removed, and a whole name',
    [
      { op: 'remove', path: 'title' },
      { op: 'remove', path: 'name.formatted' },
      { op: 'remove', path: 'displayName' },
      { op: 'add', path: 'name', value: { familyName: 'Ocean' } },
    ],
    { title: undefined, displayName: 'Sandy Ocean', name: { givenName: 'Sandy', familyName: 'Ocean' } },
  ],
  [
    'several addresses, of which the primary one is kept',
    [
      {
        op: 'replace',
        path: 'emails',
        value: [
          { value: 'home@prohaska.example', type: 'home' },
          { value: 'primary@prohaska.example', type: 'other', primary: true },
        ],
      },
    ],
    { emails: [{ value: 'primary@prohaska.example' }] },
  ],
])('PATCH takes %s', async (_, operations, expected) => {
  const { id } = await directory.create(someUser());
  const user = await directory.patch(id, ...operations);
  expect({ ...expected, ...user }).toMatchObject(expected);
  expect((await directory.ask('GET', `/Users/${id}`)).json).toEqual(user);
});

test.each<[string, string, object[]]>([
  ['an attribute that does not exist', 'invalidPath', [{ op: 'replace', path: 'shoeSize', value: 1 }]],
  ['a part of what has none', 'invalidPath', [{ op: 'replace', path: 'title.value', value: 'x' }]],
  ['a path that is none', 'invalidPath', [{ op: 'replace', path: 'emails[type eq "work"', value: 'x' }]],
  ['a filter that is none', 'invalidFilter', [{ op: 'replace', path: 'emails[type eq].value', value: 'a@b.example' }]],
  [
    'an address that is not kept',
    'noTarget',
    [{ op: 'replace', path: 'emails[type eq "home"].value', value: 'a@b.example' }],
  ],
  ['removing without a path', 'noTarget', [{ op: 'remove' }]],
  ['what is read-only', 'mutability', [{ op: 'replace', path: 'id', value: randomUUID() }]],
  ['removing the address', 'mutability', [{ op: 'remove', path: 'emails' }]],
  ['an address that is none', 'invalidValue', [{ op: 'replace', path: 'emails', value: [{ value: 'x' }] }]],
  ['a role that is none', 'invalidValue', [{ op: 'add', path: 'roles', value: [{ value: 'OWNER' }] }]],
  ['an active that is neither', 'invalidValue', [{ op: 'replace', path: 'active', value: 'maybe' }]],
  ['removing the userName', 'invalidValue', [{ op: 'remove', path: 'userName' }]],
  ['a value that is missing', 'invalidValue', [{ op: 'replace', path: 'title' }]],
  ['another operation', 'invalidSyntax', [{ op: 'move', path: 'title', value: 'x' }]],
  ['no operation', 'invalidSyntax', []],
])('PATCH refuses %s, and changes nothing', async (_, scimType, operations) => {
  const made = await directory.create(someUser());
  const body = { schemas: [PATCH], Operations: [{ op: 'replace', path: 'title', value: 'New' }, ...operations] };
  const sent = operations.length === 0 ? { ...body, Operations: [] } : body;
  expect(await directory.ask('PATCH', `/Users/${made.id}`, sent)).toMatchObject({
    status: 400,
    json: { schemas: [ERROR], status: '400', scimType, detail: expect.any(String) },
  });
  expect((await directory.ask('GET', `/Users/${made.id}`)).json).toEqual(made);
});
