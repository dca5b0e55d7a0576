import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../platform';
import * as platform from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { AppScope, queries } from '../../testing/scope';
import type { Usage } from './model/periods';
import { Overview } from './UsagePage';

const usage: Usage = {
  days: [
    { day: '2026-03-01', calls: 3, answered: 2, minutes: 12.4, views: 0 },
    { day: '2026-03-02', calls: 1, answered: 1, minutes: 3, views: 9 },
  ],
  storage: [{ day: '2026-03-02', contents: 3 * 1024 ** 2, calls: 1024 ** 2, rooms: 0, photographs: 0 }],
  ratings: { count: 12, average: 4.58 },
  service: { isPaid: true, purchasedMinutes: 600, usedMinutes: 100, expires: null },
};

const getUsage = vi.spyOn(api, 'getUsage');
// What can be bought has tests of its own.
const listed = vi.spyOn(platform, 'sendCall').mockResolvedValue({ offer: null, purchases: [] });
beforeEach(() => {
  setLanguage('en');
  getUsage.mockReset().mockResolvedValue(usage);
});
afterEach(() => {
  cleanup();
  queries().clear();
});

const show = () =>
  render(
    <AppScope>
      <Overview now={() => new Date('2026-03-02T12:00:00Z')} />
    </AppScope>,
  );

const rows = (name: string) =>
  within(screen.getByRole('table', { name, hidden: true }))
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));

test('shows calls, minutes, views and storage of thirty days', async () => {
  show();
  expect(await screen.findByRole('img', { name: /^Calls from .* 4 calls, 3 answered\. .*: 3\.$/ })).toBeTruthy();
  expect(screen.getByRole('img', { name: /15 minutes/ })).toBeTruthy();
  expect(screen.getByText('4.6 of 5')).toBeTruthy();
  expect(screen.getByText('12 ratings')).toBeTruthy();
  expect(screen.getByRole('img', { name: /9 views\. Highest: 9/ })).toBeTruthy();
  expect(getUsage).toHaveBeenCalledWith({ from: '2026-02-01', to: '2026-03-02' });
  expect(rows('Storage').map(([kind, size]) => `${kind}: ${size}`)).toContain('Content files: 3 MB');
  expect(rows('Usage by time')).toHaveLength(30);
});

test('says that there is nothing instead of an empty chart', async () => {
  getUsage.mockResolvedValue({
    ...usage,
    days: [{ day: '2026-03-01', calls: 1, answered: 0, minutes: 0, views: 0 }],
    storage: [{ day: '2026-03-02', contents: 0, calls: 0, rooms: 0, photographs: 0 }],
  });
  show();
  expect(await screen.findAllByRole('img')).toHaveLength(1);
  for (const none of ['No conversations in this period.', 'No content was viewed in this period.', 'No files yet.'])
    expect(screen.getByText(none)).toBeTruthy();
  expect(screen.queryByText('No calls in this period.')).toBeNull();
});

test('sums weeks and months', async () => {
  show();
  await screen.findAllByRole('img');
  fireEvent.click(screen.getByRole('radio', { name: 'Month' }));
  expect(rows('Usage by time').map((cells) => cells.slice(1))).toEqual([
    ['0', '0', '0', '0', '–'],
    ['4', '3', '15', '9', '4 MB'],
  ]);
  fireEvent.click(screen.getByRole('radio', { name: 'Week' }));
  expect(rows('Usage by time')).toHaveLength(6);
});

test('takes a first and a last day, and asks for none that are wrong', async () => {
  show();
  await screen.findAllByRole('img');
  fireEvent.click(screen.getByRole('radio', { name: 'Custom' }));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-02' } });
  await waitFor(() => expect(getUsage).toHaveBeenLastCalledWith({ from: '2026-03-02', to: '2026-03-02' }));
  const calls = getUsage.mock.calls.length;
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-03' } });
  expect(screen.getByText(/^Choose a last day after/)).toBeTruthy();
  expect(getUsage.mock.calls).toHaveLength(calls);
});

test.each([
  [{ usedMinutes: 545 }, /^Only a few minutes are left/],
  [{ usedMinutes: 600 }, /^You’ve run out of minutes/],
  [{ expires: '2026-03-05T12:00:00Z' }, /^The service ends in 3 days/],
  [{ expires: '2026-03-01T12:00:00Z' }, /^The service has ended/],
])('warns of a service that will not do for long: %o', async (changed, words) => {
  getUsage.mockResolvedValue({ ...usage, service: { ...usage.service, ...changed } });
  show();
  expect(await screen.findByText(words)).toBeTruthy();
});

test('has no minutes for a company that pays for none, and no warning while there are enough', async () => {
  const { unmount } = show();
  expect(await screen.findByText('500 minutes left')).toBeTruthy();
  expect(screen.queryByText(/^Only a few minutes|^The service/)).toBeNull();
  unmount();
  queries().clear();
  getUsage.mockResolvedValue({ ...usage, service: { ...usage.service, isPaid: false } });
  show();
  await screen.findAllByRole('img');
  expect(screen.queryByText('Service minutes')).toBeNull();
});

test('what is being bought stays while the figures of another span load, and if they do not', async () => {
  const offer = { isTest: true, methods: [], currency: 'EUR', digits: 2, packages: [{ minutes: 60, amount: 1900 }] };
  listed.mockResolvedValueOnce({ offer, purchases: [] });
  show();
  const buy = await screen.findByRole('button', { name: 'Buy minutes' });
  await screen.findAllByRole('img');
  let fail: () => void = () => undefined;
  getUsage.mockReturnValueOnce(new Promise((_, reject) => (fail = () => reject(new Error('The server is busy')))));
  fireEvent.click(screen.getByRole('radio', { name: '1 year' }));
  await waitFor(() => expect(screen.queryAllByRole('img')).toEqual([]));
  expect(buy.isConnected).toBe(true);
  fail();
  await screen.findByText('The server is busy');
  expect(buy.isConnected).toBe(true);
});

test('says that it did not load, and tries again', async () => {
  getUsage.mockRejectedValueOnce(new Error('The server is busy'));
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('img')).toHaveLength(4);
});
