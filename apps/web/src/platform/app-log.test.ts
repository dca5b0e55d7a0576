/** The app's log (D5.3, D8.3, D9.9): config warnings, log levels, crash logs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { log, logLines, LogLevel, setConsoleLevel } from './app-log';
import { loadConfig } from './load-config';
import type { OwnSettings } from './config-warnings';
import { createLocalStore, type LocalStore } from './storage/local-store';
import { NO_ANSWER } from './http/api-error';
import { createClient } from './http/client';
import { createServerClock } from './http/server-clock';
import { createSession } from './session/session';
import { testConfig } from '../testing/config';
import { testProfile } from '../testing/people';
import { getRoom, PlatformType, register, signIn } from '@earth/contracts';

const quiet = () => undefined;
const consoleSpies = { error: vi.spyOn(console, 'error'), info: vi.spyOn(console, 'info') };
beforeEach(() => {
  vi.resetAllMocks();
  for (const spy of Object.values(consoleSpies)) spy.mockImplementation(quiet);
  setConsoleLevel(0);
});
const last = () => logLines().at(-1);

test.each([
  [0, [0, 0]],
  [9, [0, 0]],
  [10, [1, 0]],
  [29, [1, 0]],
  [30, [1, 1]],
] as const)(
  'D9.9: log level %d, 0 by default: the console shows errors from 10 on, everything from 30 on; everything is stored',
  (level, times) => {
    setConsoleLevel(level);
    log(LogLevel.error, 'an error');
    log(LogLevel.verbose, 'a detail');
    expect([consoleSpies.error.mock.calls.length, consoleSpies.info.mock.calls.length]).toEqual(times);
    expect(logLines().slice(-2)).toMatchObject([{ words: 'an error' }, { words: 'a detail' }]);
  },
);

test('keeps the newest hundred lines', () => {
  for (let number = 0; number < 150; number += 1) log(LogLevel.verbose, `line ${number}`);
  expect([logLines().length, logLines()[0]?.words, last()?.words]).toEqual([100, 'line 50', 'line 149']);
});

const settings = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../brands/earth/brand.json'), 'utf8')) as {
  readonly logLevel: number;
};
/** A server configuration, with these settings replaced. */
const config = (other: object = {}) => ({ ...testConfig, logKey: 'key', brand: settings, ...other });
const inBrowser = {
  apiUrl: 'https://earth.example',
  deviceId: 'device-1',
  platformType: PlatformType.web,
  hasShellPushes: false,
} as const;
const load = (json: object, own: OwnSettings = inBrowser) => {
  vi.stubGlobal('fetch', async () => Response.json(json));
  return loadConfig(() => own);
};
const warnings = () => consoleSpies.error.mock.calls.map(([words]) => String(words));

test.each([
  ['apiUrl', {}, { apiUrl: 'null' }],
  ['appCode', { appCode: undefined }, {}],
  ['firebase key', { vapidPublicKey: '' }, {}],
  ['apiKey', { apiKey: undefined }, {}],
  ['deviceId', {}, { deviceId: '' }],
  ['platformType', {}, { platformType: PlatformType.unknown }],
] as const)('D5.3: warns if %s is missing, %j %j', async (name, missing, own) => {
  const brand = { ...settings, logLevel: 10 };
  await load(config({ brand, ...missing }), { ...inBrowser, ...own }).catch(quiet);
  expect(warnings()).toEqual([`config: ${name} is missing`]);
});

test('D5.3: warns of missing Firebase settings in a native shell without pushes', async () => {
  await load(config({ brand: { ...settings, logLevel: 10 } }), { ...inBrowser, platformType: PlatformType.android });
  expect(warnings()).toEqual(['config: firebase app is missing', 'config: firebase key is missing']);
});

test.each([
  ['a browser', {}, {}],
  ['a native shell', {}, { platformType: PlatformType.android, hasShellPushes: true }],
])('D5.3: has no warnings if nothing is missing, in %s', async (_, more, own) => {
  await load(config({ brand: { ...settings, logLevel: 10 }, ...more }), { ...inBrowser, ...own });
  expect(warnings()).toEqual([]);
});

test.each([
  [0, [], []],
  [10, ['config: deviceId is missing'], []],
  [30, ['config: deviceId is missing'], ['start: earth']],
])('D9.9: the console has log level %d of the brand', async (logLevel, errors, details) => {
  await load(config({ brand: { ...settings, logLevel } }), { ...inBrowser, deviceId: '' });
  expect([warnings(), consoleSpies.info.mock.calls.flat()]).toEqual([errors, details]);
  expect(logLines().slice(-2)).toMatchObject([{ words: 'config: deviceId is missing' }, { words: 'start: earth' }]);
});

test('refuses a configuration that cannot be parsed, and signs nobody in', async () => {
  await expect(load({ brand: null })).rejects.toThrow('The client configuration is invalid');
});

const fetched = vi.fn<() => Promise<Response>>();
const client = (token: string | null) =>
  createClient(
    { getRoom, register, signIn },
    {
      fetch: fetched,
      exchangeFile: async () => Promise.reject(new Error('no file')),
      exchangeBytes: async () => ({ ok: true, bytes: new Uint8Array() }),
      apiKey: () => 'key',
      deviceId: () => 'device-1',
      language: () => 'en',
      clock: createServerClock(Date.now),
      sign: async (request) => request,
      onUnsigned: () => undefined,
      wait: async () => undefined,
      readToken: () => (token === null ? null : { token, refreshToken: 'r', deviceId: 'device-1' }),
      writeToken: () => undefined,
      withRefreshLock: (run) => run(false),
      onSessionOver: () => undefined,
    },
  );

test('D8.3: logs «your not authenticated»', async () => {
  await expect(client(null).api.getRoom({ id: '1' })).rejects.toMatchObject({ error: 'notSignedIn' });
  expect([last()?.words, fetched.mock.calls.length]).toEqual(['your not authenticated', 0]);
});

test('D8.3: logs «missing param» and sends no request', async () => {
  const input = {} as { readonly id: string };
  await expect(client('t').api.getRoom(input)).rejects.toMatchObject({ error: 'invalidInput' });
  expect([last()?.words, fetched.mock.calls.length]).toEqual(['missing param id', 0]);
});

const sessionOf = (local: LocalStore) =>
  createSession({
    store: local,
    keys: { save: async () => undefined, read: async () => null, delete: async () => undefined },
    api: {
      getProfile: async () => testProfile(),
      setAvailability: async () => testProfile(),
      signOut: async () => null,
    },
    refresh: async () => true,
    callsEnabled: () => true,
    onEnd: () => undefined,
    forget: () => undefined,
  });
const token = { token: 't', refreshToken: 'r', deviceId: 'device-1' };

test('D8.3: logs «privateKey not received», and the sign-in fails', async () => {
  const local = createLocalStore(localStorage);
  local.writeToken(token);
  local.writeProfile(testProfile());
  local.writeFlag();
  const session = sessionOf(local);
  await session.start();
  expect(last()?.words).toBe('privateKey not received');
  expect(session.store.getState().status).toBe('signedOut');
});

test('… at sign-in itself: an empty private key counts as none', async () => {
  const session = sessionOf(createLocalStore(localStorage));
  await expect(session.save({ token, privateKey: '' })).rejects.toThrow('privateKey not received');
  expect([last()?.words, session.store.getState().status]).toEqual(['privateKey not received', 'signedOut']);
});

test('… but not when the keys are still to be made, or are in a vault', async () => {
  log(LogLevel.verbose, 'before');
  await sessionOf(createLocalStore(localStorage)).save({ token, mustProtectKeys: true });
  await sessionOf(createLocalStore(localStorage)).save({ token, keyVault: 'sealed' });
  expect(last()?.words).toBe('before');
});

const TOKEN = { Token: 't', RefreshToken: 'r', DeviceId: 'device-1' };
const device = { deviceId: 'device-1', appOs: 'web', model: 'Chrome' } as const;
const email = 'luca@demo.example';
test.each([
  ['sign-in', { Token: TOKEN }, () => client(null).api.signIn({ email, customCode: 'DEMO', password: '1', ...device })],
  [
    'registration',
    { LoginResult: { LoginData: { Token: TOKEN } }, Customer: { Code: 'DEMO', Name: 'Demo' } },
    () => client(null).api.register({ email, invitationCode: '123456789012', ...device }),
  ],
])('D8.3: logs «privateKey not received» if the answer to a %s has a token and no key', async (_, data, ask) => {
  fetched.mockResolvedValue(Response.json({ result: { success: true, code: 200, message: '' }, data }));
  await expect(ask()).rejects.toMatchObject({ code: NO_ANSWER });
  expect(last()).toMatchObject({ level: LogLevel.error, words: 'privateKey not received' });
});

test('D9.9: the verbose log has each refresh', async () => {
  setConsoleLevel(LogLevel.verbose);
  fetched.mockResolvedValue(
    Response.json({ result: { success: true, code: 200, message: '' }, data: { ...TOKEN, Token: 'new' } }),
  );
  expect(await client('t').refresh()).toBe(true);
  expect(consoleSpies.info.mock.calls).toEqual([['refresh: renewed']]);
});
