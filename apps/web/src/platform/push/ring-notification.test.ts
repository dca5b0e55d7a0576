import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showRing } from './ring-notification';

interface Shown {
  readonly title: string;
  readonly tag: string;
  readonly data: unknown;
  readonly actions?: unknown;
  close(): void;
}

const ring = {
  callUniqueId: 'call-1',
  callerName: 'Luca',
  title: 'Incoming call from Luca',
  body: '',
  language: 'en',
} as const;
/** The notifications that the system shows, one per tag. */
let shown: Map<string, Shown>;

beforeEach(() => {
  shown = new Map();
  const worker = {
    active: {},
    showNotification: async (title: string, options: Omit<Shown, 'title' | 'close'>) =>
      void shown.set(options.tag, { title, ...options, close: () => shown.delete(options.tag) }),
    getNotifications: async ({ tag }: { tag: string }) => [...shown.values()].filter((one) => one.tag === tag),
  };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => worker },
  });
});
afterEach(() => vi.unstubAllGlobals());
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

test("shows one notification per call, in the place of the push's, and closes it when the ring ends", async () => {
  const end = showRing(ring);
  await expect.poll(() => shown.get('call-1')?.title).toBe('Incoming call from Luca');
  expect(shown.get('call-1')).toMatchObject({
    data: { callUniqueId: 'call-1', callerName: 'Luca', isRinging: true },
    actions: [
      { action: 'accept', title: 'Accept' },
      { action: 'decline', title: 'Decline' },
    ],
  });
  end();
  await expect.poll(() => shown.size).toBe(0);
});

test('keeps a notification that meanwhile reports the call as missed', async () => {
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

test('keeps the renewed notification of a ring whose subject was opened meanwhile', async () => {
  const endFirst = showRing(ring);
  await expect.poll(() => shown.size).toBe(1);
  endFirst();
  const title = 'Incoming call from Luca, about a pump';
  const endSecond = showRing({ ...ring, title });
  await expect.poll(() => shown.get('call-1')?.title).toBe(title);
  // Serialized after the end of the first, so that the end has been handled by then.
  const endOther = showRing({ ...ring, callUniqueId: 'call-2' });
  await expect.poll(() => shown.has('call-2')).toBe(true);
  expect(shown.get('call-1')?.title).toBe(title);
  endOther();
  endSecond();
  await expect.poll(() => shown.size).toBe(0);
});

test('a browser that lets pages show no notification shows none, and the next ring is tried again', async () => {
  const refuse = vi.fn<() => void>(function refused() {
    throw new TypeError('Illegal constructor');
  });
  vi.stubGlobal('Notification', refuse);
  const { value } = Object.getOwnPropertyDescriptor(navigator, 'serviceWorker') ?? {};
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => undefined },
  });
  showRing(ring)();
  const end = showRing(ring);
  await expect.poll(() => refuse.mock.calls.length).toBe(1);
  end();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value });
  const endNext = showRing(ring);
  await expect.poll(() => shown.size).toBe(1);
  endNext();
  await expect.poll(() => shown.size).toBe(0);
});
