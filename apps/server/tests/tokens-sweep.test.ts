/** An API token has access to nothing but what its scopes say: checked with every call of the contract, including future ones. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../testing/crowd';
import { hasRedis } from '../testing/redis';
import { TestSocket } from '../testing/socket';
import { refusal, startTestServer, TestClient, type TestServer } from '../testing/start-test-server';
import { startTwoServers } from '../testing/two-servers';
import { contractCalls } from '../src/http/contract-calls';

/** Everything that tokens may do. A call that is opened to them must be added here too. */
const OPEN: Readonly<Record<contracts.TokenScope, readonly string[]>> = {
  read: [
    'findContents',
    'getCatalogue',
    'getCatalogueIndex',
    'getContent',
    'getEditableContent',
    'getEditableScene',
    'getKeypoint',
    'getMarkerIndex',
    'getMenu',
    'getMenuDraft',
    'getModel',
    'getModelIndex',
    'getScene',
    'getViewImage',
    'getViewLayer',
    'listBrandsAndSkins',
    'listCatalogueProducts',
    'listContentHistory',
    'listContentTable',
    'listContents',
    'listKeypoints',
    'listMarkers',
    'listModelKeypoints',
    'listModelViews',
    'listModels',
    'listScenes',
    'listTriggers',
  ],
  write: [
    'addMenuFile',
    'addModelView',
    'addSceneMarker',
    'bringBackContents',
    'cancelProcessing',
    'changeContent',
    'createContent',
    'deleteContent',
    'deleteKeypoint',
    'deleteModelView',
    'deleteSceneMarker',
    'discardMenuDraft',
    'duplicateContents',
    'maskModelView',
    'processModel',
    'processScene',
    'publishContents',
    'publishMenu',
    'removeContents',
    'restoreVersion',
    'saveKeypoint',
    'saveMenuDraft',
    'saveSceneBeacons',
    'saveSceneItems',
  ],
  leads: ['getLead', 'listLeads'],
  // No call of the contract: only `/scim/v2`.
  people: [],
};

let server: TestServer;
/** A token for each scope, one for all of them, and one that has ended. */
const tokens = { read: '', write: '', leads: '', people: '', all: '', ended: '' };

const make = async (who: Pick<TestClient, 'call'>, scopes: contracts.TokenScope[]) =>
  await who.call(contracts.createToken, { name: 'Sweep', scopes, days: 30 });

beforeAll(async () => {
  server = await startTestServer();
  const paolo = await addPerson(server, { role: 'ADMIN' });
  for (const scope of contracts.tokenScopes) tokens[scope] = (await make(paolo, [scope])).token;
  tokens.all = (await make(paolo, [...contracts.tokenScopes])).token;
  const { apiToken, token } = await make(paolo, [...contracts.tokenScopes]);
  tokens.ended = token;
  await paolo.call(contracts.endToken, { tokenId: apiToken.id });
});
afterAll(() => server.close());

/** Calls with a token and empty input: missing permission is refused before the input is validated. */
async function ask({ method, path, flag, name }: contracts.CallSpec, whose: keyof typeof tokens) {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    if (parameter.endsWith('FileName')) return 'a.bin';
    return parameter === 'contentId' ? '2000000000' : randomUUID();
  });
  const response = await fetch(new URL(flag ? `${place}?${flag}` : place, server.url), {
    method,
    headers: { authorization: `Bearer ${tokens[whose]}` },
  });
  const body = response.headers.get('content-type')?.includes('json') ? ((await response.json()) as object) : {};
  return { name, whose, status: response.status, body };
}

const refused = { status: 403, body: { data: { error: 'notAllowed' } } };

const scopedCalls = contractCalls.filter((call) => call.scope);

test('the calls that are open to tokens are exactly those listed here', () => {
  for (const scope of contracts.tokenScopes) {
    const open = contractCalls.filter((call) => call.scope === scope).map(({ name }) => name);
    expect({ scope, open: open.toSorted() }).toEqual({ scope, open: OPEN[scope] });
  }
  expect(scopedCalls.filter(({ auth }) => auth === 'open')).toEqual([]);
});

describe.each(
  contractCalls.filter(({ auth, scope }) => auth !== 'open' && !scope).map((call) => [call.name, call] as const),
)('%s', (_, call) => {
  test('is refused to a token of all scopes', async () => {
    expect(await ask(call, 'all')).toMatchObject(refused);
  });
});

describe.each(scopedCalls.map((call) => [call.name, call] as const))('%s', (_, call) => {
  const scopes = contracts.tokenScopes.filter(
    (scope) => scope === call.scope || (scope === 'write' && call.scope === 'read'),
  );
  const others = contracts.tokenScopes.filter((scope) => !scopes.includes(scope));

  test('is refused to tokens of other scopes, and to one that has ended', async () => {
    for (const scope of others) expect(await ask(call, scope)).toMatchObject(refused);
    expect(await ask(call, 'ended')).toMatchObject({ status: 401, body: { data: { error: 'apiTokenInvalid' } } });
  });

  test('is open to tokens of its scope', async () => {
    for (const scope of scopes) expect([200, 400, 404]).toContain((await ask(call, scope)).status);
  });
});

test('a token opens no socket', async () => {
  const socket = await TestSocket.connect(server.url);
  socket.send({ type: 'auth', token: tokens.all });
  expect(await socket.closed).toBe(4401);
});

test('wrong tokens are limited by address; right and expired ones from there are still told apart', async () => {
  const limited = await startTestServer({ SIGN_IN_ADDRESS_PER_HOUR: '6' });
  const paolo = await addPerson(limited, { role: 'ADMIN' });
  const { token } = await make(paolo, ['read']);
  const at = (address: string, bearer: string) =>
    new TestClient({
      url: limited.url,
      deviceId: '',
      headers: () => ({ authorization: `Bearer ${bearer}`, 'x-forwarded-for': address }),
    }).call(contracts.listContentTable, {});
  const outcomes = new Set<unknown>();
  for (let count = 0; count < 8; count += 1) {
    limited.clock.advance(60_000);
    outcomes.add(await at('198.51.100.7', `earth_${randomUUID()}`).catch((error: { error: string }) => error.error));
  }
  expect([...outcomes]).toEqual(['apiTokenInvalid', 'tooManyTries']);
  await expect(at('198.51.100.8', 'earth_wrong')).rejects.toEqual(refusal('apiTokenInvalid'));
  await expect(at('198.51.100.7', token)).resolves.toMatchObject({ total: expect.any(Number) });
  const { rowCount } = await limited.context.pool.query('update api_tokens set expires_at = $1', [limited.clock.now()]);
  expect(rowCount).toBe(1);
  await expect(at('198.51.100.7', token)).rejects.toEqual(refusal('apiTokenInvalid'));
  await limited.close();
});

test('a flood of wrong tokens is counted in the database up to the limit only', async () => {
  const get = async (bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}`, 'x-forwarded-for': '198.51.100.9' };
    return (await fetch(new URL('/api/infocontents', server.url), { headers })).status;
  };
  const countOf = async () =>
    (await server.context.pool.query<{ count: number }>('select sum(in_hour)::int as count from rate_limits')).rows[0]
      ?.count ?? 0;
  const before = await countOf();
  const outcomes = await Promise.all(Array.from({ length: 70 }, (_, index) => get(`earth_${index}`)));
  expect([outcomes.includes(401), outcomes.includes(429)]).toEqual([true, true]);
  expect((await countOf()) - before).toBeLessThan(66);
  expect(await get(tokens.read)).toBe(200);
});

test('a token has the limit of calls that a session has', async () => {
  const limited = await startTestServer({ CALLS_A_MINUTE: '3' });
  const paolo = await addPerson(limited, { role: 'ADMIN' });
  const [one, other] = [await make(paolo, ['read']), await make(paolo, ['read'])];
  const get = async ({ token }: typeof one) =>
    (await fetch(new URL('/api/infocontents', limited.url), { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await get(one), await get(one), await get(one), await get(one), await get(other)]).toEqual([
    200, 200, 200, 429, 200,
  ]);
  await limited.close();
});

describe.skipIf(!hasRedis)('with several servers', () => {
  test('a token that was ended on one of them is refused by the others at once', async () => {
    const servers = await startTwoServers();
    const paolo = await addPerson(servers.one, { role: 'ADMIN' });
    const { apiToken, token } = await make(paolo, ['read']);
    const get = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(new URL('/api/infocontents', servers.other.url), { headers })).status;
    };
    expect(await get()).toBe(200);
    await paolo.call(contracts.endToken, { tokenId: apiToken.id });
    expect(await get()).toBe(401);
    await servers.close();
  });
});
