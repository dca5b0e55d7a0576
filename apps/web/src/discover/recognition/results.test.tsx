/** `/result`, resolved from the stored menu, its cards in the style of results (D2.18, D4.17). */
import { encode, menuItem, type MenuItem } from '@earth/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { testEntry, testItem } from '../../testing/contents';
import { forgetContents, given, giveHeights, refused, serve, several, showPages } from '../../testing/visitor';
import { Results } from '.';

const entry = (over: Partial<MenuItem>) => testEntry({ id: 7, title: 'Similar tiles', code: '/result', ...over });
let menu: readonly MenuItem[];
const luna = testItem({
  id: 3,
  title: 'Statuario Luna',
  descr: 'Polished, 60 × 60\nFrom one block.',
  imageUrl: '/media/1/full.jpg',
  webUrl: 'https://tiles.example/luna',
});

let requests: readonly string[];
beforeEach(async () => {
  setLanguage('en');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  giveHeights();
  menu = [entry({})];
  requests = serve((call) =>
    call.includes('?menu')
      ? given(menu.map((one) => encode(menuItem, one)))
      : several(luna, testItem({ id: 4, title: 'Bardiglio' })),
  );
});
afterEach(() => {
  forgetContents();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const pages = {
  '/result': () => (
    <main>
      <Results />
    </main>
  ),
  '/content-detail/$contentId': () => <h1>Its page</h1>,
};
const card = () => screen.findByRole('button', { name: 'Statuario Luna' });
const pictureInList = () => screen.getByRole('list', { name: 'Similar tiles', hidden: true }).querySelector('img');

test('D2.18: shows the contents of the menu entry at this address as cards', async () => {
  showPages(pages, '/result');
  await card();
  expect(screen.getByRole('heading', { level: 1, name: 'Similar tiles' })).toBeTruthy();
  expect(screen.getByText('Polished, 60 × 60')).toBeTruthy();
  expect(requests.some((call) => call.includes('c1=7'))).toBe(true);
});

test('D4.17: an opened card shows the detail; its picture is back 600 ms after closing', async () => {
  showPages(pages, '/result');
  fireEvent.click(await card());
  const opened = await screen.findByRole('dialog', { name: 'Statuario Luna' });
  expect(within(opened).getByText(/From one block/)).toBeTruthy();
  expect(within(opened).getByRole('link', { name: 'Website' })).toBeTruthy();
  expect(pictureInList()?.closest('.away')).toBeTruthy();

  vi.useFakeTimers();
  fireEvent.click(within(opened).getByRole('button', { name: 'Close' }));
  await act(() => vi.advanceTimersByTimeAsync(599));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(pictureInList()?.closest('.away')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(pictureInList()?.closest('.away')).toBeNull();
});

test('shows loading while the menu loads', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  showPages(pages, '/result');
  expect(await screen.findByText('Loading')).toBeTruthy();
});

test('reports a failed menu as an error, not as an empty list', async () => {
  serve(() => refused('notFound'));
  showPages(pages, '/result');
  await screen.findByText('Couldn’t load the menu');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an opened card links to the page of its content', async () => {
  showPages(pages, '/result');
  fireEvent.click(await card());
  fireEvent.click(await screen.findByRole('link', { name: 'Open the page' }));
  expect(await screen.findByRole('heading', { name: 'Its page' })).toBeTruthy();
});

test.each([
  ['en', 'No data available', 'No contents found'],
  ['it', 'Non ci sono dati disponibili', 'Nessun contenuto trovato'],
] as const)('D8.6: «No data available» if the menu has no such entry: %s', async (language, title, empty) => {
  setLanguage(language);
  menu = [];
  showPages(pages, '/result');
  const popup = await screen.findByRole('dialog', { name: title });
  fireEvent.click(within(popup).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText(empty)).toBeTruthy();
});
