/** More people and devices than the demo has: inserted into the database as if they had signed in. */
import { randomUUID } from 'node:crypto';
import type { RoleCode } from '@earth/contracts';
import { SignedInClient } from './client';
import type { TestServer } from './start-test-server';

interface Newcomer {
  readonly role?: RoleCode;
  readonly companyCode?: string;
}

/** A customer company without people. @returns its code */
export async function addCompany({ context: { pool, random } }: TestServer): Promise<string> {
  const id = random.id();
  await pool.query('insert into companies (id, code, name) values ($1, $2, $2)', [id, `COMPANY ${id}`]);
  return `COMPANY ${id}`;
}

/** A new contact with a signed-in device and a sign of life. */
export async function addPerson(
  server: TestServer,
  { role = 'OPERATOR', companyCode = 'DEMO' }: Newcomer = {},
): Promise<SignedInClient> {
  const { pool, random } = server.context;
  const contactId = random.id();
  await pool.query(
    `insert into contacts (id, company_id, email, name, role, public_key, private_key)
     select $1, id, $2, $3, $4, '', '' from companies where code = $5`,
    [contactId, `${contactId}@crowd.example`, `Person ${contactId}`, role, companyCode],
  );
  return addDevice(server, contactId);
}

/** Those whose rights differ in the back office. */
interface Staff {
  /** An admin, an operator and a field user of one company. */
  readonly paolo: SignedInClient;
  readonly giulia: SignedInClient;
  readonly luca: SignedInClient;
  /** The admin of another one. */
  readonly elena: SignedInClient;
}

export async function addStaff(server: TestServer): Promise<Staff> {
  return {
    paolo: await addPerson(server, { role: 'ADMIN' }),
    giulia: await addPerson(server),
    luca: await addPerson(server, { role: 'ASSISTED' }),
    elena: await addPerson(server, { role: 'ADMIN', companyCode: 'TILES' }),
  };
}

/** Another signed-in device of a contact. */
export async function addDevice(server: TestServer, contactId: string): Promise<SignedInClient> {
  const { access, clock, pool, random } = server.context;
  const deviceId = randomUUID();
  const sessionId = random.id();
  await pool.query('update contacts set last_seen_at = $2 where id = $1', [contactId, clock.now()]);
  await pool.query(
    `insert into sessions (id, contact_id, device_id, app_os, model, expires_at, proven_email)
     select $1, id, $3, 'web', 'Test', $4, email from contacts where id = $2`,
    [sessionId, contactId, deviceId, new Date(clock.now().getTime() + 24 * 3600_000)],
  );
  return new SignedInClient({
    url: server.url,
    deviceId,
    contactId,
    privateKey: '',
    token: await access.issue(sessionId),
    refreshToken: '',
  });
}
