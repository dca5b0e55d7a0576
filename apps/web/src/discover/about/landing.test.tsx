/** D2.27, D9.4: shows the brand for 300 ms, then redirects. */
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showPages } from '../../testing/visitor';
import { Landing } from './Landing';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const pages = {
  '/landing': Landing,
  '/requested-content-detail/$contentId': () => <h1>Piece</h1>,
  '/splash': () => <h1>Start</h1>,
  '/credits': () => <h1>Credits</h1>,
};

test.each([
  ['to the content that is named', '/landing?contentId=7', '/requested-content-detail/7'],
  ['to the return path', '/landing?to=%2Fcredits', '/credits'],
  ['to the splash', '/landing', '/splash'],
])('D9.4: after 300 ms %s', async (_, address, target) => {
  const router = showPages(pages, address);
  await act(() => router.load());
  expect(screen.getByRole('img', { name: 'Earth' })).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(299));
  expect(router.state.location.pathname).toBe('/landing');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(router.state.location.pathname).toBe(target);
});
