import type { addPushToken, CallInput } from '@earth/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type NativePlugin, type NativeShell, silent, standInShell } from '../../testing/shell';

type Given = CallInput<typeof addPushToken>;
let receive: string;
let shell: NativeShell;
let unregistered: number;

const plugin = (name: string, token: object) =>
  ({
    checkPermissions: () => ({ receive }),
    requestPermissions() {
      receive = 'granted';
      return { receive };
    },
    register: () => shell.emit(name, 'registration', token),
    unregister: () => void (unregistered += 1),
  }) satisfies NativePlugin;
const PushNotifications = plugin('PushNotifications', { value: 'push-token' });
const Telephone = plugin('Telephone', { token: 'voip-token' });

const listeners = () =>
  shell.listeners('PushNotifications', 'registration') +
  shell.listeners('PushNotifications', 'registrationError') +
  shell.listeners('Telephone', 'registration');

beforeEach(async () => {
  vi.resetModules();
  (await import('../../testing/config')).giveConfig();
  receive = 'granted';
  unregistered = 0;
});
afterEach(() => {
  // The module checks for the shell once when it is loaded; the next test file has none.
  vi.resetModules();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A page that starts in the shell. */
async function startPage(plugins: Readonly<Record<string, NativePlugin>>, platform: 'ios' | 'android') {
  shell = standInShell(plugins, platform);
  const { api, session } = await import('..');
  const { push } = await import('./page-push');
  const given: Given[] = [];
  const removed: Given[] = [];
  let refusal: Error | null = null;
  /** The token type that is refused; without one, all are. */
  let refused: Given['type'];
  vi.spyOn(api, 'addPushToken').mockImplementation(async (input) => {
    if (refusal && (refused === undefined || refused === input.type)) throw refusal;
    given.push(input);
    return null;
  });
  vi.spyOn(api, 'removePushToken').mockImplementation(async (input) => {
    removed.push(input);
    return null;
  });
  vi.spyOn(api, 'signOut').mockResolvedValue(null);
  const refuse = (error: Error | null, type?: Given['type']) => {
    refusal = error;
    refused = type;
  };
  return { push, session, given, removed, refuse };
}

const kept = () => [localStorage.getItem('firebaseToken'), localStorage.getItem('voipToken')];
const deviceId: unknown = expect.any(String);

test('A3.21: firebaseToken and voipToken are stored, registered, and deleted with the session', async () => {
  const { push, session, given } = await startPage({ PushNotifications, Telephone }, 'ios');
  await push.renew();
  await vi.waitFor(() => expect(given).toHaveLength(2));
  expect(given).toEqual([
    { token: 'push-token', type: 'apns', deviceId },
    { token: 'voip-token', type: 'voip', deviceId },
  ]);
  expect([push.store.getState(), ...kept()]).toEqual(['on', 'push-token', 'voip-token']);

  await session.signOut();
  expect(kept()).toEqual([null, null]);
  await vi.waitFor(() => expect([unregistered, listeners()]).toEqual([2, 0]));
});

test('on Android there is one token, and a new one from the service replaces it', async () => {
  const { push, given } = await startPage({ PushNotifications }, 'android');
  await push.renew();
  await vi.waitFor(() => expect(given).toEqual([{ token: 'push-token', deviceId }]));
  shell.emit('PushNotifications', 'registration', { value: 'next' });
  await vi.waitFor(() => expect(given.at(-1)).toEqual({ token: 'next', deviceId }));
  expect(kept()).toEqual(['next', null]);
});

test('switched off, the server and the device forget the tokens', async () => {
  const { push, removed } = await startPage({ PushNotifications, Telephone }, 'ios');
  await push.renew();
  await vi.waitFor(() => expect(kept()).toEqual(['push-token', 'voip-token']));
  await push.turnOff();
  expect(removed).toEqual([
    { token: 'push-token', type: 'apns', deviceId },
    { token: 'voip-token', type: 'voip', deviceId },
  ]);
  expect([push.store.getState(), unregistered, ...kept()]).toEqual(['off', 2, null, null]);
});

test("notices on return that the permission was changed in the device's settings", async () => {
  const { push, given } = await startPage({ PushNotifications }, 'android');
  await push.renew();
  await vi.waitFor(() => expect(given).toHaveLength(1));
  receive = 'denied';
  await push.recheck();
  expect(push.store.getState()).toBe('blocked');
  receive = 'prompt';
  await push.recheck();
  expect(push.store.getState()).toBe('asking');
  receive = 'granted';
  await push.recheck();
  await vi.waitFor(() => expect(given).toHaveLength(2));
});

test('registers nothing before the user was prompted', async () => {
  receive = 'prompt';
  const { push, given } = await startPage({ PushNotifications }, 'android');
  await push.renew();
  expect([push.store.getState(), given]).toEqual(['asking', []]);
  await push.turnOn();
  await vi.waitFor(() => expect(given).toHaveLength(1));
  expect(push.store.getState()).toBe('on');
});

test.each([
  ['PushNotifications', {}, 'android'],
  ['Telephone', { PushNotifications }, 'ios'],
] as const)(
  'A1.14: stores a plugin-not-found error if %s is missing, and reports a failure',
  async (name, plugins, platform) => {
    const { push, given } = await startPage(plugins, platform);
    await push.renew();
    expect([push.store.getState(), given]).toEqual(['noService', []]);
    expect(localStorage.getItem('notificationServiceError')).toBe(
      `PluginNotFoundError: The app was built without ${name}`,
    );
  },
);

test('D8.15: a refusal of the service or the server is a failure', async () => {
  const { push, given, refuse } = await startPage({ PushNotifications }, 'android');
  refuse(new Error('no keys'));
  await push.renew();
  await vi.waitFor(() => expect(push.store.getState()).toBe('failed'));
  expect(localStorage.getItem('notificationServiceError')).toBe('Error: no keys');
  refuse(null);
  await push.renew();
  await vi.waitFor(() => expect(given).toHaveLength(1));
  expect([push.store.getState(), localStorage.getItem('notificationServiceError')]).toEqual(['on', null]);

  shell.emit('PushNotifications', 'registrationError', { error: 'no service' });
  expect([push.store.getState(), localStorage.getItem('notificationServiceError')]).toEqual([
    'noService',
    'no service',
  ]);

  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  shell.emit('PushNotifications', 'registrationError', { error: 'no service' });
  expect(push.store.getState()).toBe('offline');
});

test('on an iPhone, one accepted token does not hide that the other failed', async () => {
  const { push, given, refuse } = await startPage({ PushNotifications, Telephone }, 'ios');
  refuse(new Error('no keys'), 'apns');
  await push.renew();
  await vi.waitFor(() => expect(given).toHaveLength(1));
  expect([push.store.getState(), localStorage.getItem('notificationServiceError')]).toEqual([
    'failed',
    'Error: no keys',
  ]);
  refuse(null);
  shell.emit('PushNotifications', 'registration', { value: 'next' });
  await vi.waitFor(() => expect(push.store.getState()).toBe('on'));
  expect(localStorage.getItem('notificationServiceError')).toBeNull();
});

test('switched off during the request, listens to nothing and registers nothing', async () => {
  let finish = () => {};
  const ready = new Promise<void>((resolve) => (finish = resolve));
  const register = async () => {
    await ready;
    PushNotifications.register();
  };
  const { push, given } = await startPage({ PushNotifications: { ...PushNotifications, register } }, 'android');
  const renewing = push.renew();
  await vi.waitFor(() => expect([push.store.getState(), listeners()]).toEqual(['on', 2]));
  const ending = push.turnOff();
  finish();
  await Promise.all([renewing, ending]);
  expect([push.store.getState(), given, listeners(), unregistered, ...kept()]).toEqual(['off', [], 0, 1, null, null]);
});

test('a service that does not answer within 20 s is a failure, and says which plugin it is', async () => {
  const { push } = await startPage({ PushNotifications: { ...PushNotifications, register: silent } }, 'android');
  vi.useFakeTimers();
  const renewing = push.renew();
  await vi.advanceTimersByTimeAsync(20_000);
  await renewing;
  vi.useRealTimers();
  expect([push.store.getState(), localStorage.getItem('notificationServiceError')]).toEqual([
    'noService',
    'PluginSilentError: PushNotifications has not answered for 20 s',
  ]);
});
