import { beforeEach, expect, test } from 'vitest';
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

test('without an answer of the server it has failed, until the next start', async () => {
  isServerThere = false;
  const push = createNoticePush(ports());
  await push.turnOn();
  expect(push.store.getState()).toBe('failed');
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
