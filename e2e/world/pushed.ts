/**
 * Records every push that a server queues in a table, so that `stored.ts` searches them though they have been sent or replaced.
 */
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { signInByApi } from './api';
import type { Person } from './person';
import { databaseUrl, type TestServer } from './server';

/** An invalid host, so that nothing leaves this machine. */
const PUSH_SERVICE = 'https://push.nowhere.invalid';

const RECORD = `
  create table pushed (content text not null);
  create function record_push() returns trigger language plpgsql as
    $$ begin insert into pushed values (new.message_type || ' ' || new.message_content); return new; end $$;
  create trigger record_push after insert or update on push_queue for each row execute function record_push();
`;

/** Survives restarts of the server and copies of its folder. */
export async function recordPushes({ dataDir }: TestServer): Promise<void> {
  const client = new pg.Client({ connectionString: await databaseUrl(dataDir) });
  await client.connect();
  try {
    await client.query(RECORD);
  } finally {
    await client.end();
  }
}

/** Registers another device of a person with a closed app: their notifications are pushed there. */
export async function carryClosedDevice(server: TestServer, { email }: Person, customCode = 'DEMO'): Promise<void> {
  const deviceId = randomUUID();
  const { accessToken } = await signInByApi(server, { email, customCode, deviceId });
  const receiver = createECDH('prime256v1');
  const keys = {
    p256dh: receiver.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const answer = await fetch(`${server.url}/services/notifications`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: JSON.stringify({ endpoint: `${PUSH_SERVICE}/${deviceId}`, keys }), deviceId }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
