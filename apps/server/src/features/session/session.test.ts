import { checkPublicKey } from '@earth/crypto/keys';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastCode, startTestServer, type TestClient, type TestServer } from '../../../testing/start-test-server';

const MINUTE = 60_000;
const device = { appOs: 'web', model: 'Test' } as const;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Asks for a code and reads it from the mail. */
async function askCode(visitor: TestClient, email: string, customCode: string): Promise<string> {
  await visitor.call(contracts.confirmCode, { email, customCode });
  return lastCode(server.context, email);
}

describe('checking an e-mail address', () => {
  test('names the customer companies of the person', async () => {
    const visitor = server.visitor();
    const one = await visitor.call(contracts.checkEmail, { email: ' Operator@Demo.Example ', appCode: 'earth' });
    expect(one).toEqual([{ code: 'DEMO', name: 'Demo Water Works' }]);
    const two = await visitor.call(contracts.checkEmail, { email: server.people.multi.email, appCode: 'earth' });
    expect(two.map((customer) => customer.code)).toEqual(['DEMO', 'TILES']);
  });
});
