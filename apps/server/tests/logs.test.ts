/**
 * The log at its lowest level, and the server's files, after people have signed in and called: nothing in them would let an
 * attacker in.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../src/db/embedded/free-port';
import { privateKeyIn, SignedInClient, TestClient } from '../testing/client';
import { isFrame, isPush } from '../testing/frames';
import { type PersonKey, people } from '../testing/people';
import { bundleServer, cleanUp, makeFolder, ServerProcess } from '../testing/server-process';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const API_KEY = 'the-key-of-this-test';
const MASTER_KEY = Buffer.from('a master key of just 32 bytes...');
/** From networks for documentation (RFC 5737): nothing else here has them. */
const ADDRESSES = ['203.0.113.77', '198.51.100.77'] as const;
const SUBJECT = 'The subject of this test';

let folder: string;
let server: ServerProcess;
/** What must not be in the log. */
let secrets: readonly string[];
let operatorsCode: string;
beforeAll(async () => {
  await bundleServer();
  folder = await makeFolder();
  server = new ServerProcess(folder, {
    DATA_DIR: 'data',
    API_KEY,
    LOG_LEVEL: 'trace',
    MASTER_KEY: MASTER_KEY.toString('hex'),
    TURN_PORT: String(await freePort()),
  });
  const url = await server.ready();
  const [luca, giulia] = [await signIn(url, 'assisted'), await signIn(url, 'operator')];
  const calling = await meet(luca.client, giulia.client);
  const apiToken = await useApiToken(url);
  const { email } = people.operator;
  const authorization = `Bearer ${giulia.client.token}`;
  await giulia.client.raw(`/services/contacts?profile&token=${giulia.client.token}`, { headers: { authorization } });
  await giulia.client.raw(`/pages/of/${email}?code=${giulia.code}`);
  operatorsCode = giulia.code;
  secrets = [API_KEY, apiToken, ...calling, ...luca.secrets, ...giulia.secrets];
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
afterAll(() => cleanUp(folder, [server]));

/** The mail is written after the response. */
async function codeFor(email: string): Promise<string> {
  const outbox = join(folder, 'data', 'outbox');
  let code: string | undefined;
  await vi.waitFor(async () => {
    const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
    const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
    code = /\b\d{6}\b/.exec(mails.find((mail) => mail.includes(email)) ?? '')?.[0];
    expect(code).toBeDefined();
  });
  return code ?? '';
}

async function signIn(url: string, person: PersonKey) {
  const deviceId = `device-of-${person}`;
  const headers = () => ({ 'x-api-key': API_KEY, 'x-device-id': deviceId, 'x-timestamp': new Date().toISOString() });
  const visitor = new TestClient({ url, deviceId, headers });
  const { email, customCode } = people[person];
  await visitor.call(contracts.confirmCode, { email, customCode });
  const code = await codeFor(email);
  const device = { deviceId, appOs: 'web', model: 'Test' } as const;
  const login = await visitor.call(contracts.signIn, { email, customCode, password: code, ...device });
  const { uniqueId } = await SignedInClient.of(visitor, '', login).call(contracts.getProfile, {});
  const client = SignedInClient.of(visitor, uniqueId, login);
  return {
    client,
    code,
    secrets: [code, email, deviceId, client.token, client.refreshToken, ...membersOf(privateKeyIn(login))],
  };
}

/** The private members of a key bundle. */
function membersOf(privateKey: string): string[] {
  const { keys } = JSON.parse(privateKey) as { readonly keys: readonly Readonly<Record<string, string>>[] };
  return keys.flatMap(({ d, p, q, dp, dq, qi }) => [d, p, q, dp, dq, qi].filter((member) => member !== undefined));
}

/** A program uses an API token, also where it is not accepted, and a wrong one. @returns the token without what all of them begin with */
async function useApiToken(url: string): Promise<string> {
  const { client } = await signIn(url, 'admin');
  const wanted = { name: 'Website', scopes: ['write' as const], days: 30 as const };
  const { token } = await client.call(contracts.createToken, wanted);
  const program = (bearer: string) =>
    new TestClient({ url, deviceId: '', headers: () => ({ authorization: `Bearer ${bearer}` }) });
  await program(token).call(contracts.createContent, { title: 'Arch' });
  expect((await program(token).raw(`/services/contacts?profile&token=${token}`)).status).toBe(403);
  expect((await program(`${token}x`).raw('/api/infocontents')).status).toBe(401);
  return token.slice('earth_'.length);
}

/** The two call each other, exchange ICE candidates, and try a token that was altered. @returns room tokens and credentials of the relay */
async function meet(caller: SignedInClient, other: SignedInClient): Promise<string[]> {
  const [hers, his] = [await other.socket(), await caller.socket()];
  const ringing = { subject: SUBJECT, targetContacts: [other.contactId], cryptoSchema: 0 as const };
  const { call, participant } = await caller.call(contracts.createCall, ringing);
  await hers.next(isPush('IncomingCall'));
  const { token } = await other.call(contracts.joinCall, { id: call.uniqueId });
  his.send({ type: 'join', token: participant.token, session: 'his-page' });
  await his.next(isFrame('joined'));
  hers.send({ type: 'join', token, session: 'her-page' });
  await hers.next(isFrame('joined'));
  const [one, two] = ADDRESSES;
  const from = { type: 'signal', callUniqueId: call.uniqueId, session: 'his-page', toSession: 'her-page' } as const;
  const description = { type: 'offer', sdp: `v=0\r\nc=IN IP4 ${one}\r\n` } as const;
  const candidate = { candidate: `candidate:1 1 udp 1 ${two} 9 typ host`, sdpMid: '0', sdpMLineIndex: 0 };
  his.send({ ...from, to: other.contactId, description });
  his.send({ ...from, to: other.contactId, candidate });
  expect(await hers.next(isFrame('signal'))).toMatchObject({ description });
  expect(await hers.next(isFrame('signal'))).toMatchObject({ candidate });
  his.send({ type: 'join', token: `${participant.token}x`, session: 'his-page' });
  await his.next(isFrame('error'));
  await caller.call(contracts.leaveCall, { id: call.uniqueId });
  const { username, credential } = participant.iceServers.at(-1) ?? {};
  if (username === undefined || credential === undefined) throw new Error('The relay of the server is not open');
  // Of a token also its signature alone.
  return [participant.token, token].flatMap((whole) => [whole, whole.split('.')[2] ?? '']).concat(username, credential);
}

test('logs requests by route; codes, tokens, private keys and addresses are not logged', () => {
  const lines = server.errors
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toContainEqual(expect.objectContaining({ method: 'POST', route: '/services/auth', status: 200 }));
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'A room token was refused', why: 'forged' }));
  expect(secrets.length).toBeGreaterThan(25);
  for (const secret of secrets) expect(server.errors).not.toContain(secret);
  // Without SMTP the operator reads the code there.
  expect(server.output).toContain(`Mail to ${people.operator.email}: ${operatorsCode}`);
});

test('MASTER_KEY is in no log, however it is written', () => {
  for (const encoding of ['hex', 'base64', 'base64url', 'latin1'] as const)
    expect(`${server.output}${server.errors}`).not.toContain(MASTER_KEY.toString(encoding).replace(/=+$/, ''));
});

test('ICE candidates are forwarded, and are in no log, table or file', async () => {
  for (const address of ADDRESSES) expect(`${server.output}${server.errors}`).not.toContain(address);
  const data = join(folder, 'data');
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = new Set<string>();
  for (const file of files) {
    const bytes = await readFile(file);
    for (const text of [SUBJECT, ...ADDRESSES]) if (bytes.includes(text)) found.add(text);
  }
  // Stored data of a call is found like this in the database's files and its write-ahead log.
  expect([...found]).toEqual([SUBJECT]);
});
