import { createECDH, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPushKeys } from './push-keys';
import { readSettings } from './settings';
import { StartError } from './start-error';

let folder: string;
let files: Record<'account' | 'publicKey' | 'apple' | 'rsa', string>;
const account = {
  type: 'service_account',
  project_id: 'earth-help',
  client_email: 'earth@earth-help.example',
  token_uri: 'https://oauth2.example/token',
};
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = { type: 'pkcs8', format: 'pem' } as const;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earth-keys-'));
  const write = async (name: string, text: string | Buffer) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  files = {
    account: await write('account.json', JSON.stringify({ ...account, private_key: rsa.privateKey.export(pem) })),
    publicKey: await write('other.json', JSON.stringify({ ...account, private_key: 'hunter2' })),
    apple: await write('apple.p8', ec.privateKey.export(pem)),
    rsa: await write('rsa.p8', rsa.privateKey.export(pem)),
  };
});
afterAll(() => rm(folder, { recursive: true }));

const load = (variables: Record<string, string> = {}) =>
  loadPushKeys(readSettings({ DATA_DIR: join(folder, 'data'), ...variables }));

test('creates the key for browsers once, readable by the server’s user only', async () => {
  const { vapid, ...others } = await load();
  expect(others).toEqual({});
  expect(vapid).toMatchObject({ subject: 'mailto:no-reply@localhost' });
  expect((await load()).vapid.publicKey).toBe(vapid.publicKey);
  const path = join(folder, 'data', 'keys', 'vapid.key');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(await readFile(path, 'utf8'), 'base64url'));
  expect(pair.getPublicKey('base64url')).toBe(vapid.publicKey);
});

test('uses the given keys', async () => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const keys = await load({
    VAPID_PRIVATE_KEY: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
    PUBLIC_URL: 'https://help.example.com',
    FCM_CREDENTIALS: files.account,
    APNS_KEY: files.apple,
    APNS_KEY_ID: 'KEY1234567',
    APNS_TEAM_ID: 'TEAM123456',
    APNS_TOPIC: 'com.example.help',
    APNS_SANDBOX: 'true',
  });
  expect(keys).toMatchObject({
    vapid: { publicKey: pair.getPublicKey('base64url'), subject: 'https://help.example.com' },
    fcm: { projectId: 'earth-help', clientEmail: 'earth@earth-help.example', tokenUri: 'https://oauth2.example/token' },
    apns: { keyId: 'KEY1234567', topic: 'com.example.help', origin: 'https://api.sandbox.push.apple.com' },
  });
});

const apple = { APNS_KEY_ID: 'KEY1234567', APNS_TEAM_ID: 'TEAM123456', APNS_TOPIC: 'com.example.help' };
test.each([
  [() => ({ VAPID_PRIVATE_KEY: 'f'.repeat(64) }), 'VAPID_PRIVATE_KEY is not usable: expected a private key of P-256.'],
  [
    () => ({ FCM_CREDENTIALS: '/no/such/file' }),
    'FCM_CREDENTIALS is "/no/such/file": expected the path of the JSON file of a Google service account.',
  ],
  [
    () => ({ FCM_CREDENTIALS: files.publicKey }),
    'FCM_CREDENTIALS is not usable: expected the path of the JSON file of a Google service account.',
  ],
  [
    () => ({ ...apple, APNS_KEY: files.rsa }),
    'APNS_KEY is not usable: expected the path of the .p8 file of an APNs key.',
  ],
  [
    () => ({ APNS_KEY: files.apple, APNS_TOPIC: 'com.example.help' }),
    'APNS_KEY_ID, APNS_TEAM_ID: missing, while APNs requires all of APNS_KEY, _KEY_ID, _TEAM_ID and _TOPIC.',
  ],
])('refuses unusable settings with one line: %#', async (variables, line) => {
  await expect(async () => await load(variables())).rejects.toThrow(StartError);
  await expect(async () => await load(variables())).rejects.toThrow(line);
});
