/** A flag has no meaning on a path that has none of the calls it belongs to. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../testing/crowd';
import { contractCalls } from './contract-calls';
import { foreignFlags } from './flags';
import { type SignedInClient, startTestServer, type TestServer } from '../../testing/start-test-server';

let server: TestServer;
let giulia: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  giulia = await addPerson(server);
});
afterAll(() => server.close());

test('on a path without calls of a flag, its call without one is made', async () => {
  const { status, json } = await giulia.raw('/services/rooms?page=1', { method: 'POST', body: new FormData() });
  expect([status, json]).toMatchObject([400, { data: { fields: { targetContacts: expect.any(String) } } }]);
});

test.each(['page=1&checkemail', 'checkemail&page=1'])(
  'POST /services/contacts?%s is the call of the flag that its path knows',
  async (query) => {
    const body = new FormData();
    body.set('email', 'nobody@museum.example');
    const { status, json } = await giulia.raw(`/services/contacts?${query}`, { method: 'POST', body });
    expect([status, json]).toMatchObject([200, { data: null }]);
  },
);

test('refuses a flag of another method: DELETE with ?ping signs nobody out', async () => {
  const { status, headers, json } = await giulia.raw('/services/contacts?ping', { method: 'DELETE' });
  expect([status, headers.get('allow'), json]).toMatchObject([405, 'GET', { data: { error: 'methodNotAllowed' } }]);
  expect((await giulia.raw('/services/contacts?ping')).status).toBe(200);
});

test('does so for all flags of all paths, for each method that has calls without one', async () => {
  const refused: string[] = [];
  for (const { path, method, flag } of contractCalls) {
    if (flag !== undefined) continue;
    for (const foreign of foreignFlags(path, method)) {
      const address = `${path.replaceAll(/\{\w+\}/g, giulia.contactId)}?${foreign}`;
      expect([address, (await giulia.raw(address, { method })).status]).toEqual([address, 405]);
      refused.push(`${method} ${address}`);
    }
  }
  expect(refused).toContain('DELETE /services/contacts?ping');
});
