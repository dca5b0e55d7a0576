/** Lists of contents: search (D2.43), paging (D4.18), offline (D4.21), messages (D8.4). */
import { contentItem, ContentView, encode, menuItem, type MenuItem } from '@earth/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { removeSaved, saveContent } from './model/saved-contents';
import { testEntry, testItem } from '../../testing/contents';
import { forgetContents, given, giveHeights, refused, serve, several, showPages } from '../../testing/visitor';
import { CatchAll, ContentList, Explore, MenuList, Saved } from '.';
import { giveConfig } from '../../testing/config';
import { contentsClient } from './model/contents-client';
import { api } from '../../platform';

const offlineMenu = [{ id: 14603, code: '/guide', en: 'Tutorial', it: 'Tutorial' }];

let view: number;
let answers: (call: string) => Response | null | Promise<Response | null>;
let requests: readonly string[];
const menu = (): MenuItem[] => [
  {
    id: 7,
    title: 'Gallery',
    code: null,
    descr: 'Bronzes',
    imageUrl: null,
    attchmUrl: null,
    ctnType: 1,
    ctnView: view as MenuItem['ctnView'],
    catIndex: 1,
    modelCode: null,
    customerCode: null,
    items: [],
  },
];
const pieces = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => testItem({ id: from + index, title: `Piece ${from + index}` }));

beforeEach(async () => {
  vi.spyOn(api, 'countEvents').mockResolvedValue(null);
  setLanguage('en');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  giveHeights();
  view = ContentView.info;
  giveConfig({ brand: { discover: { offlineMenu } } });
  answers = () => several(...pieces(1, 3));
  requests = serve((call) =>
    call.includes('?menu') ? given(menu().map((one) => encode(menuItem, one))) : answers(call),
  );
});
afterEach(() => {
  forgetContents();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const inMain = (Page: () => React.ReactNode) => () => (
  <main>
    <Page />
  </main>
);
const pages = { '/content-list/': inMain(ContentList), '/menu-list/': inMain(MenuList), '/earth': inMain(Explore) };
const showList = () => showPages(pages, '/content-list/?cid=7');
const titles = async () =>
  within(await screen.findByRole('list', { name: 'Gallery' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

test.each([
  ['info contents have one', ContentView.info, true, 1],
  ['places have one', ContentView.place, true, 1],
  ['itineraries have none', ContentView.itinerary, true, 0],
  ['models have none here', ContentView.model, true, 0],
  ['none has one where the build says so', ContentView.info, false, 0],
] as const)('D2.43, D9.22: search bar: %s', async (_, ofView, isOn, bars) => {
  view = ofView;
  giveConfig({ brand: { discover: { searchBar: isOn } } });
  showList();
  await titles();
  expect(screen.queryAllByRole('searchbox')).toHaveLength(bars);
});

test('D2.14, D2.44: an info icon opens /contact with the brand’s name and the title filled in', async () => {
  const [first, ...others] = pieces(1, 2);
  answers = () => several({ ...(first ?? testItem()), brand: { id: 1, name: 'City museum' } }, ...others);
  showList();
  await titles();
  const [path, query] = screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')?.split('?') ?? [];
  expect([path, Object.fromEntries(new URLSearchParams(query))]).toEqual([
    '/contact',
    { brand: 'City museum', note: 'Gallery' },
  ]);
});

test('D2.42: until the brand is known the strip says nothing in its place', async () => {
  const [first, ...others] = pieces(1, 2);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  answers = async () => {
    await held;
    return several({ ...(first ?? testItem()), brand: { id: 1, name: 'City museum' } }, ...others);
  };
  showList();
  const title = await screen.findByRole('heading', { name: 'Gallery' });
  const lines = () => title.parentElement?.querySelector('p')?.textContent?.trim();
  expect(lines()).toBe('');
  answer();
  await titles();
  expect(lines()).toBe('City museum');
});

test('an event has its day in the list, other contents have no date', async () => {
  const [first, ...others] = pieces(1, 2);
  const { content, ...item } = first ?? testItem();
  answers = () => several({ ...item, content: { ...content, ctnType: 2, date: Date.UTC(2026, 4, 2) } }, ...others);
  showList();
  await titles();
  expect(screen.getAllByText(/\b(2026|1970)\b/).map((line) => line.textContent)).toEqual(['2 May 2026']);
});

test('D4.18: loads more as long as a full page came; a failed later page shows no message of the server', async () => {
  answers = (call) => {
    if (call.includes('page=1&')) return several(...pieces(1, 10));
    return refused('notFound');
  };
  showList();
  await screen.findByText('Couldn’t load more');
  expect(screen.queryByText(/not found|nothing here/i)).toBeNull();
  expect(await titles()).toContain('Piece 1');
  answers = () => several(...pieces(11, 4));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Couldn’t load more')).toBeNull());
  expect(requests.filter((call) => call.includes('page=3'))).toEqual([]);
});

test('D4.18: a content that moves to the next page meanwhile is shown once', async () => {
  answers = (call) => (call.includes('page=1&') ? several(...pieces(1, 10)) : several(...pieces(10, 3)));
  showList();
  await waitFor(async () => expect(await titles()).toContain('Piece 12'));
  expect((await titles()).filter((title) => title === 'Piece 10')).toHaveLength(1);
});

test('D9.1: a page has 10 contents', async () => {
  showList();
  await titles();
  expect(requests.find((call) => call.includes('c1=7'))).toMatch(/pageSize=10\b/);
});

test('a failed refetch of a loaded list is not reported as missing contents', async () => {
  showList();
  await titles();
  answers = () => refused('notFound');
  await act(() => contentsClient.refetchQueries({ queryKey: ['contents'] }));
  expect(await titles()).toContain('Piece 3');
  expect(screen.queryByText('Couldn’t load more')).toBeNull();
});

test('a list that failed to load is fetched when the network is back', async () => {
  answers = () => refused('notFound');
  showList();
  await screen.findByText('Couldn’t load the list');
  answers = () => several(...pieces(1, 3));
  fireEvent(window, new Event('offline'));
  fireEvent(window, new Event('online'));
  expect(await titles()).toContain('Piece 1');
});

/** Ten of eleven contents are loaded. */
const isOfSearch = (call: string) => call.includes('query=');
const moreThanLoaded = (call: string) => {
  if (isOfSearch(call)) return refused('notFound');
  return call.includes('page=1&') ? several(...pieces(1, 10)) : refused('notFound');
};
const searchFor = (words: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: words } });

test('reports a failed search as an error, not as an empty result', async () => {
  answers = moreThanLoaded;
  showList();
  await titles();
  searchFor('vase');
  await screen.findByText('Couldn’t load the list');
  expect(screen.queryByText('No contents found')).toBeNull();
  answers = (call) => (isOfSearch(call) ? several(testItem({ id: 99, title: 'Vase' })) : moreThanLoaded(call));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect(await titles()).toEqual(['Vase']));
});

test('keeps the loaded matches of a failed search, and can retry the rest', async () => {
  answers = moreThanLoaded;
  showList();
  await titles();
  searchFor('piece 7');
  await waitFor(async () => expect(await titles()).toEqual(['Piece 7']));
  await screen.findByText('Couldn’t load more');
  answers = (call) => (isOfSearch(call) ? several(...pieces(7, 1), ...pieces(70, 1)) : moreThanLoaded(call));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect(await titles()).toEqual(['Piece 7', 'Piece 70']));
});

test('an offline search says what to check, in a toast too', async () => {
  answers = moreThanLoaded;
  showList();
  await titles();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  answers = () => null;
  searchFor('vase');
  await screen.findByText('No contents found');
  const words = 'Please check your network connection and reload the app';
  expect(within(screen.getByRole('alert')).getByText(words)).toBeTruthy();
  expect(document.querySelector('.toast')?.textContent).toBe(words);
  vi.useRealTimers();
});

test('a search without a match shows the required text, and can be cleared', async () => {
  showList();
  await titles();
  searchFor('nothing of that name');
  await screen.findByText('No contents found');
  const [, clear] = screen.getAllByRole('button', { name: 'Clear the search' });
  if (clear) fireEvent.click(clear);
  expect(await titles()).toHaveLength(3);
});

test('the skin of a list does not change with the search', async () => {
  const [first = testItem(), second = testItem()] = pieces(1, 2);
  answers = () => several({ ...first, brand: { id: 1, name: 'City museum' } }, second);
  showList();
  await titles();
  searchFor('piece 2');
  await waitFor(async () => expect(await titles()).toEqual(['Piece 2']));
  expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toMatch(/brand=City/);
});

test('D8.4: shows «No contents found» for an empty first page', async () => {
  answers = () => several();
  showList();
  await screen.findByText('No contents found');
  act(() => setLanguage('it'));
  expect(await screen.findByText('Nessun contenuto trovato')).toBeTruthy();
});

test('D4.23: the list of favourites refreshes on change, and says if it is empty', async () => {
  saveContent(testItem({ id: 5, title: 'Piece 5' }));
  showPages({ '/preferiti': inMain(Saved), '/earth': inMain(Explore) }, '/preferiti');
  await screen.findByRole('link', { name: 'Piece 5' });
  act(() => void removeSaved(5));
  await screen.findByText('No contents found');
  expect(screen.queryByRole('link', { name: 'Piece 5' })).toBeNull();
});

test('shows saved contents as the server has them now, in the app’s language', async () => {
  saveContent(testItem({ id: 5, title: 'Piece 5' }));
  answers = (call) =>
    call.startsWith('GET /api/infocontents/5?l=it')
      ? given(encode(contentItem, testItem({ id: 5, title: 'Pezzo 5' })))
      : refused('notFound');
  setLanguage('it');
  showPages({ '/preferiti': inMain(Saved), '/earth': inMain(Explore) }, '/preferiti');
  expect(await screen.findByRole('link', { name: 'Pezzo 5' })).toBeTruthy();
  act(() => void removeSaved(5));
});

test('D8.4: shows the server’s message on the first page', async () => {
  answers = () =>
    Response.json({ result: { success: false, code: 404, message: 'Closed on Mondays' }, data: null }, { status: 404 });
  showList();
  expect(await screen.findByText('Closed on Mondays')).toBeTruthy();
});

test('D4.21, D8.5: offline, the list shows «No contents found», and a toast says what to check', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  answers = () => null;
  showList();
  await screen.findByText('No contents found');
  const toast = document.querySelector('.toast');
  expect(toast?.textContent).toBe('Please check your network connection and reload the app');
  vi.useRealTimers();
});

test('D2.33: the home shows a welcome text, in both languages, until the user searches', async () => {
  showPages(pages, '/earth');
  const welcome = await screen.findByRole('heading', { level: 1, name: 'Welcome to Earth' });
  expect(welcome.closest('.visually-hidden')).toBeNull();
  act(() => setLanguage('it'));
  expect(welcome.textContent).toBe('Benvenuto su Earth');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'vase' } });
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).closest('.visually-hidden')).toBeTruthy());
});

test('the search on the home finds entries of the menu too', async () => {
  showPages(pages, '/earth?q=gall');
  const found = await screen.findByRole('link', { name: 'Gallery' });
  expect(found.getAttribute('href')).toBe('/content-list?cid=7');
  expect(screen.queryByText('No contents found')).toBeNull();
  searchFor('gallant');
  await screen.findByText('No contents found');
  expect(screen.queryByRole('link', { name: 'Gallery' })).toBeNull();
});

test('D9.22: a build without a search bar has none on the home', async () => {
  giveConfig({ brand: { discover: { searchBar: false } } });
  showPages(pages, '/earth?q=vase');
  await screen.findByRole('heading', { level: 1, name: 'Welcome to Earth' });
  expect(screen.getByText('Choose what to see.')).toBeDefined();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('a list that is the start page has no back button; other lists do', async () => {
  giveConfig({ brand: { landing: '/content-list/' } });
  showList();
  await titles();
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  giveConfig();
  showList();
  expect(await screen.findByRole('button', { name: 'Back' })).toBeDefined();
});

test.each(['/content-list/', '/menu-list/?cid=99'])('a page without contents has a title: %s', async (address) => {
  document.title = 'The page before';
  showPages(pages, address);
  expect(await screen.findByRole('dialog', { name: 'No data available' })).toBeTruthy();
  await vi.waitFor(() => expect(document.title).toMatch(/^(Explore|Menu) · Earth$/));
  expect(requests.filter((call) => !call.includes('?menu'))).toEqual([]);
});

test.each(['/content-list/?cid=7', '/menu-list/?cid=7', '/earth', '/vases'])(
  'while the menu loads, %s says so',
  async (address) => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    showPages({ ...pages, '/vases': CatchAll }, address);
    expect((await screen.findAllByText('Loading')).length).toBeGreaterThan(0);
  },
);

test.each(['/content-list/?cid=7', '/menu-list/?cid=7', '/earth', '/vases'])(
  'if the menu fails, %s reports the error, not a missing entry',
  async (address) => {
    serve(() => refused('notFound'));
    showPages({ ...pages, '/vases': CatchAll }, address);
    await screen.findByText('Couldn’t load the menu');
    expect(screen.queryByText('No data available')).toBeNull();
    serve((call) => (call.includes('?menu') ? given(menu().map((one) => encode(menuItem, one))) : answers(call)));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(contentsClient.getQueryData(['menu', 'en'])).toBeTruthy());
    await waitFor(() => expect(screen.queryByText('Couldn’t load the menu')).toBeNull());
    // A later answer would store the menu for the next test.
    await waitFor(() => expect(contentsClient.isFetching()).toBe(0));
  },
);

test("an entry without sub-entries opens its contents, also at a sub-menu's address", async () => {
  const router = showPages(pages, '/menu-list/?cid=7');
  expect(await titles()).toContain('Piece 1');
  expect(router.state.location.pathname).toBe('/content-list');
});

test.each([
  ['contents', [], 'Piece 1'],
  ['a sub-menu', [{ id: 8, title: 'Small vases' }], 'Small vases'],
])('D2.23: the address of a menu entry shows %s', async (_, under, shown) => {
  const [gallery = testEntry()] = menu();
  const entry = testEntry({ ...gallery, code: '/vases/', items: under.map((one) => testEntry(one)) as never });
  serve((call) => (call.includes('?menu') ? given([encode(menuItem, entry)]) : answers(call)));
  showPages({ ...pages, '/vases': CatchAll }, '/vases');
  expect(await screen.findByRole('link', { name: shown })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Gallery' })).toBeTruthy();
});

test("offline and without a menu, the start page shows the build's menu", async () => {
  serve(() => null);
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  showPages(pages, '/earth');
  expect((await screen.findByRole('link', { name: 'Tutorial' })).getAttribute('href')).toBe('/guide');
  vi.useRealTimers();
});

test('D8.6: «No data available» for a sub-menu that does not exist', async () => {
  showPages(pages, '/menu-list/?cid=99');
  expect(await screen.findByRole('dialog', { name: 'No data available' })).toBeTruthy();
});
