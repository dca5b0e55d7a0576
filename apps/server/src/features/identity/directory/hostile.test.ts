/** SCIM with tokens that may not, and with hostile input. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDirectory, Directory, ERROR, PATCH, USER } from '../../../../testing/scim';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

let server: TestServer;
let admin: SignedInClient;
let directory: Directory;
beforeAll(async () => {
  server = await startTestServer();
  ({ admin, directory } = await addDirectory(server));
});
afterAll(() => server.close());

const email = () => `${randomUUID()}@pump.example`;
const tokenFor = async (scopes: contracts.TokenScope[]) =>
  (await admin.call(contracts.createToken, { name: 'Other', scopes, days: 30 })).token;

test('every address is closed without a token, to a session, to a wrong token and to one of other scopes', async () => {
  const { id } = await directory.create({ userName: email() });
  const addresses: readonly [string, string, unknown?][] = [
    ['GET', '/Users'],
    ['POST', '/Users', { schemas: [USER], userName: email() }],
    ['GET', `/Users/${id}`],
    ['PUT', `/Users/${id}`, { schemas: [USER], userName: email() }],
    ['PATCH', `/Users/${id}`, { schemas: [PATCH], Operations: [{ op: 'replace', path: 'active', value: false }] }],
    ['DELETE', `/Users/${id}`],
    ['GET', '/ServiceProviderConfig'],
    ['GET', '/ResourceTypes'],
    ['GET', '/ResourceTypes/User'],
    ['GET', '/Schemas'],
    ['GET', `/Schemas/${USER}`],
    ['GET', '/Nothing'],
  ];
  const refused = new Map([
    ['', 401],
    [admin.token, 401],
    ['earth_wrong', 401],
    [await tokenFor(['read', 'write', 'leads']), 403],
  ]);
  for (const [token, status] of refused)
    for (const [method, path, body] of addresses)
      expect(await new Directory(server.url, token).ask(method, path, body)).toMatchObject({
        status,
        json: { schemas: [ERROR], status: String(status) },
      });
  expect((await directory.ask('GET', `/Users/${id}`)).json).toMatchObject({ active: true });
});

test('a token for people opens nothing else', async () => {
  const response = await fetch(new URL('/api/back-office/people', server.url), {
    headers: { authorization: `Bearer ${directory.token}` },
  });
  expect(response.status).toBe(403);
});

test('a directory has the limit of calls that a session has, and is told when to try again', async () => {
  const limited = await startTestServer({ CALLS_A_MINUTE: '3' });
  const { directory: busy } = await addDirectory(limited);
  const answers = [];
  for (let count = 0; count < 4; count += 1) answers.push(await busy.ask('GET', '/Users'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  await limited.close();
});

test.each([
  ['nothing', ''],
  ['half of one', 'userName eq "a" and'],
  ['a thousand brackets', `${'('.repeat(499)}userName pr`],
  ['more characters than a filter has', `userName eq "${'a'.repeat(1100)}"`],
  ['more comparisons than a filter has', Array.from({ length: 25 }, () => 'title pr').join(' or ')],
  ['an attribute that does not exist', 'password eq "x"'],
  ['a name of a prototype', '__proto__ eq "x" or constructor.name eq "Object"'],
  ['SQL', `userName eq "x" or 1=1; drop table contacts`],
  ['an order of texts', 'userName gt "a"'],
  ['a number for a text', 'userName eq 1'],
  ['a text for a truth value', 'active eq "yes"'],
  ['a NUL', 'userName eq "a\0"'],
  ['an escaped NUL', 'userName eq "a\\u0000"'],
  ['a quote without an end, and 200 line ends', `userName eq "${'\n'.repeat(200)}`],
])('a filter with %s is refused', async (_, filter) => {
  expect(await directory.ask('GET', `/Users?${new URLSearchParams({ filter })}`)).toMatchObject({
    status: 400,
    json: { schemas: [ERROR], scimType: 'invalidFilter' },
  });
});

test('a filter is no pattern, and its quotes end nothing', async () => {
  await directory.create({ userName: email(), displayName: "O'Neill % _ \\" });
  const found = async (filter: string) => (await directory.find({ filter })).totalResults;
  expect(await found('displayName co "%"')).toBe(1);
  expect(await found('displayName ew "\\u005f \\\\"')).toBe(1);
  expect(await found('displayName co "\' or true --"')).toBe(0);
  expect(await found('displayName eq "o\'neill % _ \\\\"')).toBe(1);
});

test.each<[string, string, number, string | undefined]>([
  ['no JSON', '{', 400, 'invalidSyntax'],
  ['a list', '[]', 400, 'invalidSyntax'],
  ['no schemas', JSON.stringify({ userName: 'a@b.example' }), 400, 'invalidSyntax'],
  [
    'a prototype',
    `{"schemas":["${USER}"],"userName":"p@b.example","__proto__":{"isAdmin":true}}`,
    400,
    'invalidSyntax',
  ],
  [
    'a constructor',
    `{"schemas":["${USER}"],"userName":"p@b.example","constructor":{"prototype":{"a":1}}}`,
    400,
    'invalidSyntax',
  ],
  ['more than a body has', `{"schemas":["${USER}"],"userName":"${'a'.repeat(300_000)}"}`, 413, undefined],
  ['no userName', JSON.stringify({ schemas: [USER] }), 400, 'invalidValue'],
  ['a userName that is a list', JSON.stringify({ schemas: [USER], userName: ['a@b.example'] }), 400, 'invalidValue'],
  [
    'a name on two lines',
    JSON.stringify({ schemas: [USER], userName: 'q@b.example', displayName: 'a\nb' }),
    400,
    'invalidValue',
  ],
  ['a NUL', JSON.stringify({ schemas: [USER], userName: 'q@b.example', title: 'a\0b' }), 400, 'invalidValue'],
  ['half a character', `{"schemas":["${USER}"],"userName":"q@b.example","title":"\\ud800"}`, 400, 'invalidValue'],
  ['a userName without an address', JSON.stringify({ schemas: [USER], userName: 'bjensen' }), 400, 'invalidValue'],
  [
    'an address with letters beyond ASCII',
    JSON.stringify({ schemas: [USER], userName: 'müller@b.example' }),
    400,
    'invalidValue',
  ],
])('a user of %s is refused', async (_, body, status, scimType) => {
  const answer = await directory.ask('POST', '/Users', body);
  expect(answer).toMatchObject({ status, json: { schemas: [ERROR], ...(scimType && { scimType }) } });
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test('another type of body is refused', async () => {
  const answer = await directory.ask('POST', '/Users', 'userName=a', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(answer).toMatchObject({ status: 415, json: { schemas: [ERROR] } });
});

test('names beyond ASCII are kept as they are', async () => {
  const names = { displayName: '佐藤 花子 🌸', name: { givenName: 'Zoë', familyName: 'Ångström' } };
  await expect(directory.create({ userName: email(), ...names })).resolves.toMatchObject(names);
  expect(await directory.find({ filter: 'name.familyName eq "ångström"' })).toMatchObject({ totalResults: 1 });
});

test.each<[string, object]>([
  ['a name of a prototype', { op: 'add', path: '__proto__.isAdmin', value: true }],
  ['one without a path', { op: 'add', value: JSON.parse('{"constructor.prototype.isAdmin": true}') as object }],
  ['a long one', { op: 'add', path: `name.${'a'.repeat(400)}`, value: 'x' }],
  ['a deep one', { op: 'add', path: 'name.givenName.a.b.c', value: 'x' }],
  ['a number', { op: 'add', path: 7, value: 'x' }],
])('a path that is %s is refused', async (_, operation) => {
  const { id } = await directory.create({ userName: email() });
  const body = { schemas: [PATCH], Operations: [operation] };
  expect(await directory.ask('PATCH', `/Users/${id}`, body)).toMatchObject({
    status: 400,
    json: { scimType: 'invalidPath' },
  });
});

test.each([
  ['a quote without an end, and 200 line ends', `"${'\n'.repeat(200)}`],
  ['half a comparison', 'value eq'],
])('a path whose filter has %s is refused', async (_, words) => {
  const { id } = await directory.create({ userName: email() });
  const Operations = [{ op: 'add', path: `emails[${words}].value`, value: email() }];
  expect(await directory.ask('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations })).toMatchObject({
    status: 400,
    json: { scimType: 'invalidFilter' },
  });
});

test('more than a hundred operations are refused', async () => {
  const { id } = await directory.create({ userName: email() });
  const Operations = Array.from({ length: 101 }, () => ({ op: 'add', path: 'title', value: 'x' }));
  expect((await directory.ask('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations })).status).toBe(400);
});

test.each(['POST', 'PUT', 'PATCH'])('a %s whose query cannot be read changes nothing', async (method) => {
  const made = await directory.create({ userName: email() });
  const userName = email();
  const body =
    method === 'PATCH'
      ? { schemas: [PATCH], Operations: [{ op: 'replace', path: 'userName', value: userName }] }
      : { schemas: [USER], userName };
  const path = method === 'POST' ? '/Users' : `/Users/${made.id}`;
  expect(await directory.ask(method, `${path}?attributes=id&attributes=userName`, body)).toMatchObject({
    status: 400,
    json: { scimType: 'invalidValue' },
  });
  expect(await directory.find({ filter: `userName eq "${userName}"` })).toMatchObject({ totalResults: 0 });
});

test('of many who create one user at once, one does', async () => {
  const userName = email();
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => directory.ask('POST', '/Users', { schemas: [USER], userName })),
  );
  expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(7).fill(409)]);
});

test('ten thousand users come page by page, each once', async () => {
  const { admin: boss, directory: large } = await addDirectory(server);
  await server.context.pool.query(
    `insert into contacts (id, company_id, email, name, role, public_key, private_key, has_keys)
     select gen_random_uuid(), company_id, 'user' || number || '@large.example', 'User ' || number, 'ASSISTED', '', '', false
     from contacts, generate_series(1, 10000) as number where contacts.id = $1`,
    [boss.contactId],
  );
  const seen = new Set<string>();
  for (let startIndex = 1; startIndex <= 10_001; startIndex += 200) {
    const page = await large.find({ startIndex: String(startIndex), count: '1000' });
    expect(page).toMatchObject({ totalResults: 10_001, startIndex });
    for (const { id } of page.Resources) seen.add(id);
  }
  expect(seen.size).toBe(10_001);
  expect(await large.find({ filter: 'userName eq "user9999@large.example"' })).toMatchObject({ totalResults: 1 });
});
