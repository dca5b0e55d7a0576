/** D2.35, «Tutorial slides», and their stored setting (D4.13). */
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { showApp, showPages } from '../../testing/visitor';
import { Tutorial } from './Tutorial';
import { giveConfig } from '../../testing/config';

giveConfig({
  brand: {
    landing: '/credits',
  },
});

beforeEach(async () => {
  localStorage.clear();
  setLanguage('en');
});
afterEach(() => void vi.restoreAllMocks());

const toggle = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Don’t show again' });

test('D2.35, D4.13: has two slides, a start button, and a stored do-not-show-again switch', async () => {
  showPages({ '/tutorial': Tutorial, '/credits': () => <p>Here one starts</p> }, '/tutorial');
  expect(await screen.findAllByRole('button', { name: /^Slide \d of 2$/ })).toHaveLength(2);
  // Before the last slide, the way to the end says that it skips.
  expect(screen.getByRole('button', { name: 'Skip' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
  const first = screen.getByRole('heading', { level: 2 }).textContent;
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByRole('heading', { level: 2 }).textContent).not.toBe(first);
  fireEvent.click(await toggle());
  expect([(await toggle()).checked, localStorage.getItem('skip_menu_tutorial')]).toEqual([true, 'true']);
  fireEvent.click(await toggle());
  expect([(await toggle()).checked, localStorage.getItem('skip_menu_tutorial')]).toEqual([false, null]);
  fireEvent.click(screen.getByRole('button', { name: 'Start' }));
  expect(await screen.findByText('Here one starts')).toBeDefined();
});

test.each([
  [null, '/tutorial'],
  ['true', '/credits'],
])('D2.2, D2.6: without a network the start is the tutorial, unless it is skipped (%s)', async (skip, path) => {
  if (skip) localStorage.setItem('skip_menu_tutorial', skip);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const router = showApp('/splash/');
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(path));
});
