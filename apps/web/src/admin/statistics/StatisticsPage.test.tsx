import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { api, ApiError } from '../../platform';
import type { Statistics } from './figures';
import { Overview } from './StatisticsPage';
import { AppScope, queries } from '../../testing/scope';

const statistics: Statistics = {
  days: [
    { day: '2026-03-01', locale: 'en', contents: 2, screens: 1, favourites: 0 },
    { day: '2026-03-02', locale: 'it', contents: 5, screens: 4, favourites: 1 },
  ],
  screens: [
    { name: 'Login', views: 5 },
    { name: 'Old_Screen', views: 2 },
  ],
  contents: [
    { contentId: 7, contentName: 'The pump', contentType: 3, views: 6, favourites: 1 },
    { contentId: 8, contentName: null, contentType: null, views: 1, favourites: 0 },
  ],
};

const getStatistics = vi.spyOn(api, 'getStatistics');
beforeEach(async () => {
  setLanguage('en');
  getStatistics.mockReset().mockResolvedValue(statistics);
});
afterEach(() => {
  queries().clear();
  vi.unstubAllGlobals();
});

// Already the next day in Italy.
const now = () => new Date('2026-03-02T23:30:00Z');
const show = () =>
  render(
    <AppScope>
      <Overview now={now} />
    </AppScope>,
  );

const rowsOf = (table: string) =>
  within(screen.getByRole('table', { name: table, hidden: true }))
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));

test('shows an admin the views by day, top contents, languages and screens', async () => {
  show();
  const chart = await screen.findByRole('img');
  expect(chart.getAttribute('aria-label')).toMatch(/7 of contents, 5 of screens\. The most on one day: 9\.$/);
  expect(chart.querySelectorAll('g')).toHaveLength(30);
  expect(chart.querySelectorAll('title')[28]?.textContent).toMatch(/2 March 2026: 5 of contents, 4 of screens$/);
  expect(getStatistics).toHaveBeenCalledWith({ l: 'en', from: '2026-02-02', to: '2026-03-03' });
  expect(rowsOf('Top contents')).toEqual([
    ['The pump', '6', '1'],
    ['Deleted content 8', '1', '0'],
  ]);
  expect(rowsOf('By language')).toEqual([
    ['Italian', '5', '4', '1'],
    ['English', '2', '1', '0'],
  ]);
  expect(rowsOf('Screens')).toEqual([
    ['Sign-in', '5'],
    ['Old_Screen', '2'],
  ]);
  expect(rowsOf('Views by day').at(-2)).toEqual([expect.stringContaining('2 March 2026'), '5', '4', '1']);
});

test('fetches another period when it is selected', async () => {
  show();
  fireEvent.click(await screen.findByRole('radio', { name: '7 days' }));
  await waitFor(() =>
    expect(getStatistics).toHaveBeenLastCalledWith({ l: 'en', from: '2026-02-25', to: '2026-03-03' }),
  );
});

test.each([
  ['Top contents', [100, 17]],
  ['By language', [100, 33]],
  ['Screens', [100, 40]],
] as const)('D7.22: shows «%s» as a chart with a bar for each line', async (name, widths) => {
  show();
  const table = await screen.findByRole('table', { name });
  const bars = [...table.querySelectorAll<HTMLElement>('[aria-hidden] > span')];
  expect(bars.map(({ style }) => Math.round(Number.parseFloat(style.width)))).toEqual(widths);
});

test.each([
  ['views by day', '"2026-03-02","it",5,4,1\r\n'],
  ['contents', '7,"The pump",3,6,1\r\n8,"","",1,0\r\n'],
  ['views by language', '"Language","Contents","Screens","Favourited"\r\n"it",5,4,1\r\n"en",2,1,0\r\n'],
  ['screens', '"Screen","Views"\r\n"Sign-in",5\r\n"Old_Screen",2\r\n'],
])('exports %s as CSV', async (what, rows) => {
  const saved: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
      revokeObjectURL: () => undefined,
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  show();
  fireEvent.click(await screen.findByRole('button', { name: `Download ${what} as CSV` }));
  expect(saved).toHaveLength(1);
  expect(await saved[0]?.text()).toContain(rows);
});

test('shows the empty state of a period without views', async () => {
  getStatistics.mockResolvedValue({ days: [], screens: [], contents: [] });
  show();
  expect(await screen.findByText('No views in these days')).not.toBeNull();
  expect(screen.queryByRole('img')).toBeNull();
});

test('shows a failed load, and retries it', async () => {
  getStatistics.mockRejectedValueOnce(new ApiError({ code: 403, error: 'notAllowed', message: 'Not now' }));
  show();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Couldn’t load the analytics');
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await screen.findByRole('img');
});
