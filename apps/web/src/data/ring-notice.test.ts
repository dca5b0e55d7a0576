import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showRing } from './ring-notice';

interface Shown {
  readonly title: string;
  readonly tag: string;
  readonly data: unknown;
  close(): void;
}

const ring = { callUniqueId: 'call-1', callerName: 'Luca', title: 'Incoming call from Luca', body: 'Pump' };
/** What the system shows, one of a tag. */
let shown: Map<string, Shown>;

beforeEach(() => {
  shown = new Map();
  const show = (title: string, { tag, data }: { tag: string; data: unknown }) =>
    shown.set(tag, { title, tag, data, close: () => shown.delete(tag) });
  const worker = {
    active: {},
    showNotification: vi.fn<(title: string, options: { tag: string; data: unknown }) => Promise<void>>(
      async (title, options) => void show(title, options),
    ),
    getNotifications: async ({ tag }: { tag: string }) => [...shown.values()].filter((one) => one.tag === tag),
  };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => worker },
  });
});
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

test('who calls is said once, where a push of the same call says it, and no longer when the ring is over', async () => {
  const end = showRing(ring);
  await expect.poll(() => shown.get('call-1')?.title).toBe('Incoming call from Luca');
  end();
  await expect.poll(() => shown.size).toBe(0);
});

test('a notification that says by then that the call was missed stays', async () => {
  const end = showRing(ring);
  await expect.poll(() => shown.size).toBe(1);
  const missed = {
    title: 'Luca',
    tag: 'call-1',
    data: { callUniqueId: 'call-1', isRinging: false },
    close: vi.fn<() => void>(),
  };
  shown.set('call-1', missed);
  end();
  await new Promise((resolve) => queueMicrotask(() => resolve(null)));
  await expect.poll(() => shown.get('call-1')?.title).toBe('Luca');
  expect(missed.close).not.toHaveBeenCalled();
});
