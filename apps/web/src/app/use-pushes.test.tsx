import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { push } from '../platform/push/page-push';
import { testId } from '../testing/people';
import { usePushes } from './use-pushes';
import { renderInScope } from '../testing/scope';

vi.spyOn(push, 'renew').mockResolvedValue();
const recheck = vi.spyOn(push, 'recheck').mockResolvedValue();

const me = testId();
/** The service worker's messages to this page. */
let worker: EventTarget;

beforeEach(() => {
  worker = Object.assign(new EventTarget(), { startMessages: () => undefined });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
});
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

const says = (data: unknown) => act(async () => worker.dispatchEvent(new MessageEvent('message', { data })));

async function openPage() {
  const rootRoute = createRootRoute({
    component: function Page() {
      usePushes(me);
      return null;
    },
    notFoundComponent: () => null,
  });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  const { unmount } = renderInScope(<RouterProvider router={router} />);
  await act(async () => router.load());
  return { path: () => router.history.location.pathname, unmount };
}

test("a click on a room's notification opens the room; other messages do not", async () => {
  const roomUniqueId = testId();
  const { path, unmount } = await openPage();
  for (const other of [null, 'openRoom', { type: 'openRoom' }, { type: 'other', roomUniqueId }]) await says(other);
  expect(path()).toBe('/');
  await says({ type: 'openRoom', roomUniqueId });
  expect(path()).toBe(`/rooms/${roomUniqueId}`);

  unmount();
  await says({ type: 'openRoom', roomUniqueId: testId() });
  expect(path()).toBe(`/rooms/${roomUniqueId}`);
});

test('checks the push permission when the page becomes visible again', async () => {
  const { unmount } = await openPage();
  expect(recheck).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(recheck).toHaveBeenCalledOnce();
  unmount();
});
