import { beforeEach, expect, test, vi } from 'vitest';
import { createNoticePush, type NoticePorts } from './notice-push';

const KEY = 'BAUG';
const keyBytes = new Uint8Array([4, 5, 6]).buffer;

let permission: NotificationPermission;
let answer: NotificationPermission;
let isSubscribed: boolean;
let isWanted: boolean;
let isSignedIn: boolean;
let isServerThere: boolean;
let asked: string[];
let ended: string[];
beforeEach(() => {
  permission = 'default';
  answer = 'granted';
  isSubscribed = false;
  isWanted = false;
  isSignedIn = false;
  isServerThere = true;
  asked = [];
  ended = [];
});

const TOKEN = '{"endpoint":"https://push.example/1"}';
const subscription = {
  options: { applicationServerKey: keyBytes },
  toJSON: () => ({ endpoint: 'https://push.example/1' }),
  async unsubscribe() {
    isSubscribed = false;
    return true;
  },
};
let isOnline = true;
let hasService = true;
const ports = (): NoticePorts => ({
  browser: {
    permission: () => permission,
    async requestPermission() {
      permission = answer;
      return answer;
    },
    register: async () => ({
      pushManager: {
        getSubscription: async () => (isSubscribed ? subscription : null),
        async subscribe() {
          if (!hasService) throw new DOMException('push service not available', 'AbortError');
          isSubscribed = true;
          return subscription;
        },
      },
    }),
  },
  api: {
    async subscribeToNotices({ l, token }) {
      if (!isServerThere) throw new Error('no answer');
      asked.push(`${l} ${token}`);
      return null;
    },
    async unsubscribeFromNotices({ token }) {
      if (!isServerThere) throw new Error('no answer');
      ended.push(token);
      return null;
    },
  },
  language: () => 'it',
  isWanted: () => isWanted,
  want(is) {
    isWanted = is;
  },
  isSignedIn: () => isSignedIn,
  publicKey: () => KEY,
  isOnline: () => isOnline,
});

test('nothing is subscribed to before the visitor asks for it, even if notifications are allowed', async () => {
  permission = 'granted';
  const push = createNoticePush(ports());
  await push.renew();
  expect([push.store.getState(), asked, isSubscribed]).toEqual(['off', [], false]);
});

test('turning on prompts, subscribes in the language, and again at each start', async () => {
  const push = createNoticePush(ports());
  await push.turnOn();
  expect([push.store.getState(), asked]).toEqual(['on', [`it ${TOKEN}`]]);
  await createNoticePush(ports()).renew();
  expect(asked).toHaveLength(2);
});

test.each([
  ['denied', 'blocked'],
  ['default', 'off'],
] as const)('a visitor who answers «%s» gets none: the state is %s', async (said, state) => {
  answer = said;
  const push = createNoticePush(ports());
  await push.turnOn();
  expect([push.store.getState(), asked]).toEqual([state, []]);
});

test('turning off tells the server and ends the subscription, which stays for the calls of a signed-in user', async () => {
  const push = createNoticePush(ports());
  await push.turnOn();
  isSignedIn = true;
  await push.turnOff();
  expect([push.store.getState(), ended, isSubscribed]).toEqual(['off', [TOKEN], true]);
  isSignedIn = false;
  await push.turnOn();
  isServerThere = false;
  await push.turnOff();
  expect([push.store.getState(), isSubscribed, isWanted]).toEqual(['off', false, false]);
});

test('it is on only when the server has stored it', async () => {
  let answer = () => {};
  const given = ports();
  const push = createNoticePush({
    ...given,
    api: { ...given.api, subscribeToNotices: () => new Promise((resolve) => (answer = () => resolve(null))) },
  });
  const states: string[] = [];
  push.store.subscribe((state) => {
    states.push(state);
    if (state === 'setting') isSubscribed = false;
  });
  const turning = push.turnOn();
  await vi.waitFor(() => expect(isSubscribed).toBe(true));
  expect(states).toEqual(['setting']);
  answer();
  await turning;
  expect(states).toEqual(['setting', 'on']);
});

test('if the server does not store it, it has failed, nothing stays behind, and it can be tried again', async () => {
  isServerThere = false;
  const push = createNoticePush(ports());
  await push.turnOn();
  expect([push.store.getState(), isWanted, isSubscribed]).toEqual(['failed', false, false]);
  isServerThere = true;
  await push.turnOn();
  expect([push.store.getState(), isWanted]).toEqual(['on', true]);
});

test.each([
  ['offline', { isOnline: false, hasService: false }],
  ['noService', { isOnline: true, hasService: false }],
] as const)('says what failed: %s, and the visitor can try again', async (state, given) => {
  ({ isOnline, hasService } = given);
  const push = createNoticePush(ports());
  await push.turnOn();
  expect([push.store.getState(), isWanted]).toEqual([state, false]);
  [isOnline, hasService] = [true, true];
  await push.turnOn();
  expect([push.store.getState(), isWanted]).toEqual(['on', true]);
});

test('without an answer at a start it has failed, until the next start', async () => {
  await createNoticePush(ports()).turnOn();
  isServerThere = false;
  const push = createNoticePush(ports());
  await push.renew();
  expect([push.store.getState(), isWanted]).toEqual(['failed', true]);
  isServerThere = true;
  await push.renew();
  expect(push.store.getState()).toBe('on');
});

test('a browser without pushes has none', async () => {
  const push = createNoticePush({ ...ports(), browser: null });
  await push.turnOn();
  await push.turnOff();
  expect([push.store.getState(), asked, ended]).toEqual(['absent', [], []]);
});
