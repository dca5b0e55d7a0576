import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { makeCompany } from './new-company';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test.each([
  [[], /^npm run company -- CODE NAME EMAIL PERSON/],
  [['ACME', 'Acme', 'a@example.com', 'Anna', 'Villa'], /^npm run company -- CODE NAME EMAIL PERSON/],
  [['A:B', 'Acme', 'a@example.com', 'Anna'], /^"A:B" is no code/],
  [['ACME', ' ', 'a@example.com', 'Anna'], /^" " cannot be the name of a company/],
  [['ACME', 'Acme', 'nobody', 'Anna'], /^"nobody" is no e-mail address/],
  [['ACME', 'Acme', 'a@example.com', 'An\nna'], /cannot be the name of a person/],
  [['DEMO', 'Acme', 'a@example.com', 'Anna'], /^There is a company with the code DEMO/],
])('%j makes nothing, and says why', async (given, words) => {
  const count = async () => (await server.context.pool.query('select from companies')).rowCount;
  const before = await count();
  await expect(makeCompany(server.context, given)).rejects.toThrow(words);
  expect(await count()).toBe(before);
});
