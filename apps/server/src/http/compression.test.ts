import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastCode, startTestServer, type TestServer } from '../../testing/start-test-server';
import { contractCalls } from './contract-calls';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const LIST = '/api/infocontents?page=1';
const asking = (encoding: string, headers: Record<string, string> = {}) => ({
  headers: { 'accept-encoding': encoding, ...headers },
});

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('compresses a list as the browser accepts it: %s', async (accepted, encoding) => {
  const answer = await server.visitor().raw(LIST, asking(accepted));
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding]);
  expect(JSON.parse(answer.text)).toMatchObject({ result: { success: true } });
});

test('a reload gets 304, in whichever encoding the list came first', async () => {
  const visitor = server.visitor();
  const first = await visitor.raw(LIST, asking('br'));
  for (const encoding of ['br', 'gzip', 'identity']) {
    const again = await visitor.raw(LIST, asking(encoding, { 'if-none-match': first.headers.get('etag') ?? 'none' }));
    expect([again.status, again.text, again.headers.get('content-encoding')]).toEqual([304, '', null]);
  }
});

test('does not compress a response with signed URLs', async () => {
  const giulia = await server.signIn('operator');
  const ask = (ac: number) => giulia.raw(`/api/infocontents?ac=${ac}&pageSize=100`, asking('br'));
  const own = await ask(2);
  expect(own.text).toMatch(/[?&]s=/);
  expect([own.text.length > 1024, own.headers.get('content-encoding')]).toEqual([true, null]);
});

test('does not compress a sign-in', async () => {
  const { email, customCode } = server.people.operator;
  const visitor = server.visitor();
  const { deviceId } = visitor;
  await visitor.call(contracts.confirmCode, { email, customCode, deviceId });
  const given = { email, customCode, deviceId, password: lastCode(server.context, email), appOs: 'web', model: 'Test' };
  const body = new FormData();
  for (const [name, value] of contracts.formFields(contracts.signIn.body, given as never))
    body.append(name, contracts.toFormText(value));
  const { path, flag } = contracts.signIn;
  const answer = await visitor.raw(`${path}?${flag}`, { method: 'POST', body, ...asking('br, gzip') });
  expect([answer.status, answer.text.length > 1024, answer.headers.get('content-encoding')]).toEqual([200, true, null]);
});

test('only the calls that are listed here may be compressed: without a secret, and without texts of two people side by side', () => {
  expect(
    contractCalls
      .filter(({ compressed }) => compressed)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'findContents',
    'getCatalogue',
    'getContent',
    'getKeypoint',
    'getMenu',
    'getModel',
    'getScene',
    'getStatistics',
    'getUsage',
    'listAddressBook',
    'listCatalogueProducts',
    'listContents',
    'listKeypoints',
    'listMarkers',
    'listModelKeypoints',
    'listModelViews',
    'listModels',
    'listProducts',
    'listScenes',
    'listTriggers',
  ]);
});
