import { beforeEach, expect, test, vi } from 'vitest';
import { session } from '..';
import { endPushes, pushesEnded } from './push-end';

vi.mock('../config', () => ({ getConfig: () => ({ vapidPublicKey: 'BAUG', apiKey: 'key', callsEnabled: true }) }));

let happened: string[];
let isRefused: boolean;
const subscription = {
  options: { applicationServerKey: new Uint8Array([4, 5, 6]).buffer },
  toJSON: () => ({}),
  async unsubscribe() {
    happened.push('unsubscribing');
    if (isRefused) throw new Error('AbortError');
    await new Promise((resolve) => setTimeout(resolve));
    happened.push('unsubscribed');
    return true;
  },
};
const registration = {
  pushManager: {
    getSubscription: async () => subscription,
    async subscribe() {
      happened.push('subscribed');
      return subscription;
    },
  },
  getNotifications: async () => [{ close: () => happened.push('closed') }],
};

beforeEach(() => {
  happened = [];
  isRefused = false;
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no net')));
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async () => registration,
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    },
  });
});

test('a sign-out that the server does not hear ends the pushes here, and what they show', async () => {
  await session.signOut();
  await vi.waitFor(() => expect(happened).toContain('unsubscribed'));
  expect(happened).toContain('closed');
});

test('what cannot be unsubscribed does not keep a notification shown', async () => {
  isRefused = true;
  endPushes();
  await pushesEnded();
  expect(happened).toEqual(expect.arrayContaining(['unsubscribing', 'closed']));
});

test('the next session subscribes after the last one has unsubscribed', async () => {
  // Loaded now: it looks once for what the browser has.
  const { push } = await import('./page-push');
  endPushes();
  await push.renew();
  expect(happened.filter((what) => what !== 'closed').slice(0, 3)).toEqual([
    'unsubscribing',
    'unsubscribed',
    'subscribed',
  ]);
});
