import { beforeEach, expect, test, vi } from 'vitest';
import { session } from '..';
import { endPushes, pushesEnded } from './push-end';

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

test('a sign-out ends the pushes and closes the notifications, even if the server does not hear of it', async () => {
  await session.signOut();
  await vi.waitFor(() => expect(happened).toContain('unsubscribed'));
  expect(happened).toContain('closed');
});

test('closes the notifications even if unsubscribing fails', async () => {
  isRefused = true;
  endPushes();
  await pushesEnded();
  expect(happened).toEqual(expect.arrayContaining(['unsubscribing', 'closed']));
});

test('the next session subscribes only after the last one has unsubscribed', async () => {
  // Imported now: the module reads the browser's features once.
  const { push } = await import('./page-push');
  endPushes();
  await push.renew();
  expect(happened.filter((what) => what !== 'closed').slice(0, 3)).toEqual([
    'unsubscribing',
    'unsubscribed',
    'subscribed',
  ]);
});
