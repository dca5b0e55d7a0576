/** What tells calls of one path apart means nothing on a path that has none of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../testing/crowd';
import { type SignedInClient, startTestServer, type TestServer } from '../../testing/start-test-server';

let server: TestServer;
let giulia: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  giulia = await addPerson(server);
});
afterAll(() => server.close());

test('where a path has no call of a flag, its call without one is made', async () => {
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
