/** Stored rows may be older than today's rules: no list fails because of them, and its response still matches the contract. */
import * as contracts from '@earth/contracts';
import { expect, test } from 'vitest';
import { contractCalls } from '../src/http/contract-calls';
import { addPerson } from '../testing/crowd';
import { testLead } from '../testing/leads';
import { type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';

/** Those that need no input. */
const lists = contractCalls.filter(
  ({ method, name, path, query }) =>
    method === 'GET' && !path.includes('{') && /^list|^getMenu$/.test(name) && contracts.decode(query, {}).success,
);

/** One of each. */
async function fill(server: TestServer, admin: SignedInClient): Promise<void> {
  const { contactId } = await addPerson(server);
  const plain = { targetContacts: [contactId], subject: 's', cryptoSchema: 0 as const };
  await server.visitor().call(contracts.sendLead, testLead());
  await admin.call(contracts.createRoom, plain);
  await admin.call(contracts.createCall, plain);
  await admin.call(contracts.makeGuestLink, {});
  const roleUniqueId = contracts.ROLE_IDS.ASSISTED;
  await admin.call(contracts.invite, { email: 'a@pump.example', name: 'A', roleUniqueId });
}

/** @returns the changed columns; those with a constraint in the database keep valid values */
async function makeOdd({ context: { pool } }: TestServer): Promise<string[]> {
  const { rows } = await pool.query<{ place: string; type: string }>(
    `select format('%I set %I', table_name, column_name) as place, data_type as type
     from information_schema.columns where table_schema = 'public' and data_type in ('text', 'jsonb', 'integer')`,
  );
  const odd: Readonly<Record<string, unknown>> = { text: '{"odd', jsonb: '"odd"', integer: 77 };
  const changed: string[] = [];
  for (const { place, type } of rows) {
    const done = await pool.query(`update ${place} = $1`, [odd[type]]).catch(() => null);
    if (done?.rowCount) changed.push(place);
  }
  return changed;
}

test('with an odd value in every column that accepts it, each list answers by the contract', async () => {
  const server = await startTestServer({ SITE_COMPANY: 'DEMO' });
  try {
    const admin = await server.signIn('admin');
    await fill(server, admin);
    expect(await makeOdd(server)).toEqual(
      expect.arrayContaining([
        'leads set payload',
        'invitations set email',
        'contents set ctn_view',
        'contacts set public_key',
      ]),
    );
    for (const call of lists) await expect(admin.call(call, {} as never), call.name).resolves.toBeDefined();
  } finally {
    await server.close();
  }
});
