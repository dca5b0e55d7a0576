import { beforeEach, expect, test } from 'vitest';
import { createPush, type PushPorts } from './push';

const KEY = 'BAUG';
const keyBytes = (...bytes: number[]) => new Uint8Array(bytes).buffer;

let permission: NotificationPermission;
let answer: NotificationPermission;
let subscription: { key: ArrayBuffer } | null;
let unsubscribes: (() => boolean)[];
let given: string[];
let isServerThere: boolean;
let error: string | null;
let isWanted: boolean;
let removed: string[];
let isOnline: boolean;
let hasService: boolean;
beforeEach(() => {
  permission = 'granted';
  answer = 'granted';
  subscription = null;
  unsubscribes = [];
  given = [];
  isServerThere = true;
  error = null;
  isWanted = true;
  removed = [];
  isOnline = true;
  hasService = true;
});

const wrap = (made: { key: ArrayBuffer }) => ({
  options: { applicationServerKey: made.key },
  toJSON: () => ({ endpoint: 'https://push.example/1' }),
  async unsubscribe() {
    const work = unsubscribes.shift();
    if (work && !work()) throw new Error('AbortError');
    subscription = null;
    return true;
  },
});

const ports = (): PushPorts => ({
  browser: {
    permission: () => permission,
    async requestPermission() {
      permission = answer;
      return answer;
    },
    register: async () => ({
      pushManager: {
        getSubscription: async () => subscription && wrap(subscription),
        async subscribe() {
          if (!hasService) throw new DOMException('push service not available', 'AbortError');
          subscription ??= { key: keyBytes(4, 5, 6) };
          return wrap(subscription);
        },
      },
    }),
  },
  api: {
    async addPushToken({ token }) {
      if (!isServerThere) throw new Error('no answer');
      given.push(token);
      return null;
    },
    async removePushToken({ token }) {
      if (!isServerThere) throw new Error('no answer');
      removed.push(token);
      return null;
    },
  },
  isWanted: () => isWanted,
  want(is) {
    isWanted = is;
  },
  deviceId: () => 'this-device',
  publicKey: () => KEY,
  isOnline: () => isOnline,
  writeError(text) {
    error = text;
  },
});

test('registers the subscription with the server if permission is granted, without a prompt', async () => {
  const push = createPush(ports());
  await push.renew();
  expect(given).toEqual(['{"endpoint":"https://push.example/1"}']);
  expect([push.store.getState(), error]).toEqual(['on', null]);
});

test.each([
  ['granted', 'on', 1],
  ['denied', 'blocked', 0],
  ['default', 'asking', 0],
] as const)('a click prompts the user, who answers «%s»: the state is %s', async (said, state, tokens) => {
  permission = 'default';
  answer = said;
  const push = createPush(ports());
  expect(push.store.getState()).toBe('asking');
  await push.renew();
  expect(given).toEqual([]);
  await push.turnOn();
  expect([push.store.getState(), given.length]).toEqual([state, tokens]);
});

test('reports no pushes in a browser without them', async () => {
  const push = createPush({ ...ports(), browser: null });
  await push.turnOn();
  expect([push.store.getState(), given]).toEqual(['absent', []]);
});

test("notices on return that the user blocked or allowed pushes in the browser's settings", async () => {
  const push = createPush(ports());
  await push.renew();
  await push.recheck();
  expect(given).toHaveLength(1);
  permission = 'denied';
  await push.recheck();
  expect(push.store.getState()).toBe('blocked');
  permission = 'granted';
  await push.recheck();
  expect([push.store.getState(), given.length]).toEqual(['on', 2]);
});

test('notices on return that a block was reset, so that the user can be prompted again', async () => {
  permission = 'denied';
  const push = createPush(ports());
  await push.renew();
  permission = 'default';
  await push.recheck();
  expect(push.store.getState()).toBe('asking');
});

test.each([
  ['offline', { isOnline: false, hasService: false, isServerThere: false }],
  ['noService', { isOnline: true, hasService: false, isServerThere: true }],
  ['failed', { isOnline: true, hasService: true, isServerThere: false }],
] as const)('says what failed: %s, and the user can try again', async (state, given) => {
  ({ isOnline, hasService, isServerThere } = given);
  const push = createPush(ports());
  await push.turnOn();
  expect(push.store.getState()).toBe(state);
  await push.recheck();
  expect(push.store.getState()).toBe(state);
  [isOnline, hasService, isServerThere] = [true, true, true];
  await push.turnOn();
  expect(push.store.getState()).toBe('on');
});

test('does not retry a failure on return', async () => {
  isServerThere = false;
  const push = createPush(ports());
  await push.renew();
  isServerThere = true;
  await push.recheck();
  expect([push.store.getState(), given]).toEqual(['failed', []]);
});

test('A8.12: requests the token again if unsubscribing the former one fails', async () => {
  subscription = { key: keyBytes(9, 9, 9) };
  unsubscribes = [() => false, () => true];
  const push = createPush(ports());
  await push.renew();
  expect(unsubscribes).toEqual([]);
  expect(new Uint8Array(subscription.key)).toEqual(new Uint8Array([4, 5, 6]));
  expect([given.length, push.store.getState()]).toEqual([1, 'on']);
});

test('stores a failure as notificationServiceError, until one succeeds', async () => {
  isServerThere = false;
  const push = createPush(ports());
  await push.renew();
  expect([push.store.getState(), error]).toEqual(['failed', 'Error: no answer']);
  isServerThere = true;
  await push.turnOn();
  expect([push.store.getState(), error]).toEqual(['on', null]);
});

test('D3.4: notificationEnabled: if off, this device gets nothing, also after a restart', async () => {
  const push = createPush(ports());
  await push.renew();
  await push.turnOff();
  expect([push.store.getState(), subscription, removed]).toEqual(['off', null, given]);
  const next = createPush(ports());
  expect(next.store.getState()).toBe('off');
  await next.renew();
  expect([next.store.getState(), given.length]).toEqual(['off', 1]);
  await next.turnOn();
  expect([next.store.getState(), given.length]).toEqual(['on', 2]);
});

test("switched off offline, at least the browser's subscription ends", async () => {
  const push = createPush(ports());
  await push.renew();
  isServerThere = false;
  await push.turnOff();
  expect([push.store.getState(), subscription]).toEqual(['off', null]);
});
