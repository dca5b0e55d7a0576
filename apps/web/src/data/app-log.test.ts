/** Discover 5, 8 and 9: what the app says of itself. */
import { beforeEach, expect, test, vi } from 'vitest';
import { log, logLines, LogLevel, setConsoleLevel } from './app-log';
import { warnOfConfig } from './config-warnings';
import { createLocalStore } from './local-store';
import { createClient } from './client';
import { createSession } from './session';
import { testProfile } from '../testing/people';
import { getRoom } from '@earth/contracts';

const quiet = () => undefined;
const said = { error: vi.spyOn(console, 'error'), info: vi.spyOn(console, 'info') };
beforeEach(() => {
  vi.resetAllMocks();
  for (const spy of Object.values(said)) spy.mockImplementation(quiet);
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
  'Discover 9, log level %d, 0 by default: errors are said from 10 on, all from 30 on; all is kept',
  (level, times) => {
    setConsoleLevel(level);
    log(LogLevel.error, 'an error');
    log(LogLevel.verbose, 'a detail');
    expect([said.error.mock.calls.length, said.info.mock.calls.length]).toEqual(times);
    expect(logLines().slice(-2)).toMatchObject([{ words: 'an error' }, { words: 'a detail' }]);
  },
);

test('the newest hundred lines are kept', () => {
  for (let number = 0; number < 150; number += 1) log(LogLevel.verbose, `line ${number}`);
  expect([logLines().length, logLines()[0]?.words, last()?.words]).toEqual([100, 'line 50', 'line 149']);
});

test.each([
  ['apiKey', { apiKey: '' }],
  ['appCode', { appCode: '' }],
  ['firebase key', { vapidPublicKey: '' }],
])('Discover 5, config warnings: logged when %s is missing', (name, missing) => {
  warnOfConfig({ apiKey: 'key', appCode: 'earth', vapidPublicKey: 'BAUG', ...missing });
  expect(last()).toMatchObject({ level: LogLevel.error, words: `config: ${name} is missing` });
});

test('Discover 5, config warnings: none where nothing is missing', () => {
  log(LogLevel.verbose, 'before');
  warnOfConfig({ apiKey: 'key', appCode: 'earth', vapidPublicKey: 'BAUG' });
  expect(last()?.words).toBe('before');
});

const fetched = vi.fn<() => Promise<Response>>();
const client = (token: string | null) =>
  createClient(
    { getRoom },
    {
      fetch: fetched,
      exchangeFile: async () => Promise.reject(new Error('no file')),
      apiKey: () => 'key',
      deviceId: () => 'device-1',
      language: () => 'en',
      now: () => new Date(),
      wait: async () => undefined,
      readToken: () => (token === null ? null : { token, refreshToken: 'r', deviceId: 'device-1' }),
      writeToken: () => undefined,
      inOneTab: (run) => run(false),
      onSessionOver: () => undefined,
    },
  ).api;

test('Discover 8, log messages: «your not authenticated»', async () => {
  await expect(client(null).getRoom({ id: '1' })).rejects.toMatchObject({ error: 'notSignedIn' });
  expect([last()?.words, fetched.mock.calls.length]).toEqual(['your not authenticated', 0]);
});

test('Discover 8, log messages: «missing param», and nothing is asked', async () => {
  const input = {} as { readonly id: string };
  await expect(client('t').getRoom(input)).rejects.toMatchObject({ error: 'invalidInput' });
  expect([last()?.words, fetched.mock.calls.length]).toEqual(['missing param id', 0]);
});

test('Discover 8, log messages: «privateKey not received», and nobody is signed in', async () => {
  const local = createLocalStore(localStorage);
  local.writeToken({ token: 't', refreshToken: 'r', deviceId: 'device-1' });
  local.writeProfile(testProfile());
  local.writeFlag();
  const session = createSession({
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
  await session.start();
  expect(last()?.words).toBe('privateKey not received');
  expect(session.store.getState().status).toBe('signedOut');
});
