import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as backOrder from './back-order';
import { redirectToSignIn } from './to-sign-in';

const closeAllOver = vi.spyOn(backOrder, 'closeAllOver');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function onPage(path: string) {
  const history = createMemoryHistory({ initialEntries: [path] });
  return { history, navigate: vi.fn<(to: unknown) => Promise<void>>().mockResolvedValue() };
}

test('D2.24: leads to the sign-in after 500 ms, with all popups closed, and back to the page', () => {
  const router = onPage('/pre-tutorial?tab=view');
  redirectToSignIn(router as never);
  expect(closeAllOver).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(499);
  expect(router.navigate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(router.navigate).toHaveBeenCalledWith({
    to: '/login/',
    search: { to: '/pre-tutorial?tab=view' },
    replace: true,
  });
});

test.each([
  ['has left the page', (router: ReturnType<typeof onPage>) => router.history.replace('/earth')],
  ['has signed in meanwhile', (_: unknown, stop: () => void) => stop()],
])('does not redirect a user who %s', (_, act) => {
  const router = onPage('/arscenes');
  const stop = redirectToSignIn(router as never);
  act(router, stop);
  vi.advanceTimersByTime(1000);
  expect(router.navigate).not.toHaveBeenCalled();
});

test('never uses the sign-in page itself as the return path while it loads', () => {
  const router = onPage('/login/?to=%2Fpeople');
  redirectToSignIn(router as never);
  vi.advanceTimersByTime(1000);
  expect(router.navigate).not.toHaveBeenCalled();
});
