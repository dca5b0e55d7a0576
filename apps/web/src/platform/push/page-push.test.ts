/** Pushes of a browser page with its real parts: store, API and service worker. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const subscribe = vi.fn<() => Promise<object>>();

beforeEach(async () => {
  vi.resetModules();
  (await import('../../testing/config')).giveConfig();
  subscribe.mockReset();
  const registration = { pushManager: { getSubscription: async () => null, subscribe } };
  const serviceWorker = { register: async () => registration, ready: Promise.resolve(registration) };
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('PushManager', () => undefined);
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('D8.15: a failed registration is stored as notificationServiceError until one succeeds', async () => {
  const { api } = await import('..');
  const { push } = await import('./page-push');
  const given = vi.spyOn(api, 'addPushToken').mockResolvedValue(null);
  subscribe.mockRejectedValue(new DOMException('push service not available', 'AbortError'));
  await push.renew();
  expect(localStorage.getItem('notificationServiceError')).toBe('AbortError: push service not available');
  expect(given).not.toHaveBeenCalled();

  subscribe.mockResolvedValue({ toJSON: () => ({ endpoint: 'https://push.example/1' }) });
  await push.renew();
  expect(given).toHaveBeenCalledOnce();
  expect(localStorage.getItem('notificationServiceError')).toBeNull();
});
