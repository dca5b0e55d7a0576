/** The page of a content (D2.46 to D2.56). */
import {
  type ContentItem,
  contentItem,
  contentList,
  ContentType,
  ContentView,
  encode,
  errorOf,
  listModels,
} from '@earth/contracts';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { readSaved, saveContent } from '../lists/model/saved-contents';
import { testItem } from '../../testing/contents';
import { Toaster } from '../../ui/feedback/Toaster';
import { ContentPage, RequestedContentPage } from '.';
import { QueryClientProvider } from '@tanstack/react-query';
import { contentsClient } from '../lists/model/contents-client';
import { forgetContents } from '../../testing/visitor';

// A visitor sends the API key of the build.
const screenView = vi.hoisted(() => vi.fn<(name: string) => void>());
vi.mock('../../shared/analytics', () => ({
  screenView,
  contentView: () => undefined,
  favouriteAdded: () => undefined,
}));
vi.mock('../../shared/use-title', () => ({ useTitle: (words: string) => (document.title = words) }));

/** The server's answers by requested path; a number is an error code, `Error` no answer. */
let answers: (call: string) => unknown;
const requests: string[] = [];

function refused(name: 'notFound' | 'internal') {
  const [code, message] = errorOf(name);
  return Response.json({ result: { success: false, code, message }, data: { error: name } }, { status: code });
}
const given = (data: unknown) => Response.json({ result: { success: true, code: 200, message: '' }, data });
const one = (item: ContentItem) => given(encode(contentItem, item));
const several = (...items: ContentItem[]) => given(encode(contentList, { items, total: items.length }));

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  setLanguage('en');
  requests.length = 0;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const sent = body ? await new Response(body).text() : '';
    const call = `${method} ${url} ${sent}`;
    requests.push(call);
    const answer = answers(call);
    if (answer instanceof Response) return answer;
    throw new TypeError('Failed to fetch');
  });
});
afterEach(() => {
  forgetContents();
  vi.unstubAllGlobals();
});

function show(path = '/content-detail/1') {
  const root = createRootRoute({ component: Outlet });
  const route = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const router = createRouter({
    routeTree: root.addChildren([
      route('/content-detail/$contentId', ContentPage),
      route('/requested-content-detail/$contentId', RequestedContentPage),
      route('/earth', () => <h1>Home</h1>),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  render(
    <>
      <QueryClientProvider client={contentsClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
      <Toaster />
    </>,
  );
  return router;
}
const heading = (name = 'Head of a ruler') => screen.findByRole('heading', { level: 1, name });
const tabs = () => screen.queryAllByRole('tab').map((tab) => tab.textContent);

test('shows title, formatted date, and text with line breaks and links; HTML is not interpreted', async () => {
  const descr = 'Cast hollow.\nSee https://museum.example/head. <img src=x onerror="alert(1)"><b>x</b>';
  answers = () => one(testItem({ descr, date: Date.UTC(2025, 4, 12, 23) }));
  show();
  await heading();
  expect(document.title).toBe('Head of a ruler');
  expect(screen.getByText('Updated 12 May 2025')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'https://museum.example/head' });
  expect([link.getAttribute('rel'), link.getAttribute('target')]).toEqual(['noreferrer', '_blank']);
  expect(link.parentElement?.textContent).toBe(descr);
  expect(document.querySelector('b, img')).toBeNull();
});

test.each([
  ['en', '2 May 2026', 'Updated'],
  ['it', '2 maggio 2026', 'Aggiornato'],
] as const)(
  'D2.46: the date of an event is its day, not that of an update, in «%s»',
  async (language, day, updated) => {
    setLanguage(language);
    answers = () => one(testItem({ ctnType: ContentType.event, date: Date.UTC(2026, 4, 2) }));
    show();
    const title = await heading();
    expect(within(title.closest('header') as HTMLElement).getByText(day)).toBeTruthy();
    expect(screen.queryByText(new RegExp(updated))).toBeNull();
  },
);

test('D2.46: under a person’s name is what they are, and the last update is below the text', async () => {
  const descr = 'Head gardener of the parks\n\nCall him about fallen trees.';
  answers = () => one(testItem({ ctnView: ContentView.businessCard, descr, date: Date.UTC(2026, 4, 2) }));
  show();
  const head = (await heading()).closest('header') as HTMLElement;
  expect(head.textContent).toBe('Head of a rulerHead gardener of the parks');
  const text = screen.getByText('Call him about fallen trees.');
  const updated = screen.getByText('Updated 2 May 2026');
  expect(text.compareDocumentPosition(updated) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('D2.48: the ways to a content are named as actions', async () => {
  const ways = { phone: '333 1', email: 'a@b.example', fax: '0522 1', skype: 'town', lat: 44.7, long: 10.63 };
  answers = () => one(testItem({ ...ways, webUrl: 'https://town.example' }));
  show();
  const rows = within(await screen.findByRole('list', { name: 'Contacts and links' })).getAllByRole('link');
  expect(rows.map((row) => row.querySelector('span span')?.textContent)).toEqual([
    'Directions',
    'Website',
    'Call',
    'Write an e-mail',
    'Send a fax',
    'Chat on Skype',
  ]);
});

const place = { lat: 44.7, long: 10.63 };
test.each([
  ['info', { ctnView: ContentView.info }, []],
  ['info with a place', { ctnView: ContentView.info, ...place }, ['Info', 'Map', 'Nearby']],
  ['place', { ctnView: ContentView.place, ...place }, ['Info', 'Map', 'Nearby']],
  ['place without a position', { ctnView: ContentView.place, lat: 0, long: 10.63 }, []],
  ['itinerary', { ctnView: ContentView.itinerary, ...place }, ['Info', 'Places', 'Map']],
  ['business card', { ctnView: ContentView.businessCard }, []],
  ['business card with a place', { ctnView: ContentView.businessCard, ...place }, ['Info', 'Map', 'Nearby']],
  ['company', { ctnView: ContentView.company, ...place }, ['Info', 'Map', 'Nearby']],
  ['discover model', { ctnView: ContentView.model, ...place }, []],
  ['keypoint', { ctnView: ContentView.keypoint, ...place }, []],
  ['AR scene', { ctnView: ContentView.scene, ...place }, []],
  ['asset recognition', { ctnView: ContentView.recognition, ...place }, []],
] as const)('view %s', async (_, change, expected) => {
  answers = () => one(testItem({ ...change, descr: 'Told of it' }));
  show();
  await heading();
  expect(screen.getByText('Told of it')).toBeTruthy();
  expect(tabs()).toEqual(expected);
});

test('D2.56, D8.9: an unknown view shows an error', async () => {
  answers = () => one(testItem({ ctnView: ContentView.markerless }));
  show();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('error retreiving content');
  expect(within(alert).getByRole('link', { name: 'Explore' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  act(() => setLanguage('it'));
  await screen.findByText('errore nel recupero del contenuto');
  expect(screen.queryByRole('heading')).toBeNull();
});

test('D7.13, D9.14: nearby are the other places within 3000 m', async () => {
  answers = (call) =>
    call.startsWith('POST')
      ? several(testItem({ ...place, ctnView: 3 }), testItem({ id: 2, title: 'The park', descr: 'Green\nand wide' }))
      : one(testItem({ ctnView: ContentView.place, ...place }));
  const router = show();
  await heading();
  fireEvent.click(screen.getByRole('tab', { name: 'Nearby' }));
  const list = await screen.findByRole('list', { name: 'Nearby' });
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['The park']);
  expect(within(list).getByText('Green')).toBeTruthy();
  const call = requests.find((one) => one.startsWith('POST')) ?? '';
  expect(call).toMatch(/v=3/);
  expect(call).toContain('3000');
  expect(call).toContain('44.7');
  expect(router.state.location.search).toEqual({ tab: 'nearby' });
  fireEvent.keyDown(screen.getByRole('tab', { name: 'Nearby' }), { key: 'Home' });
  await screen.findByRole('tab', { name: 'Info', selected: true });
  expect(document.activeElement?.textContent).toBe('Info');
});

test('D7.13: the places of an itinerary have its order', async () => {
  let isBroken = true;
  answers = (call) => {
    if (!call.includes('rel=1')) return one(testItem({ ctnView: ContentView.itinerary }));
    return isBroken ? refused('notFound') : several(testItem({ id: 9, title: 'Z' }), testItem({ id: 2, title: 'A' }));
  };
  show('/content-detail/1?tab=places');
  await screen.findByText('Couldn’t load the places');
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  const list = await screen.findByRole('list', { name: 'Places' });
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['1. Z', '2. A']);
  expect(list.tagName).toBe('OL');
});

test('D2.31: counts each opened content as a screen, but not its tabs', async () => {
  answers = (call) =>
    call.startsWith('POST')
      ? several(testItem({ id: 2, title: 'The park' }))
      : one(testItem({ id: call.includes('/2') ? 2 : 1, ctnView: ContentView.place, ...place }));
  screenView.mockReset();
  const router = show();
  await heading();
  fireEvent.click(screen.getByRole('tab', { name: 'Nearby' }));
  fireEvent.click(await screen.findByRole('link', { name: 'The park' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/content-detail/2'));
  await waitFor(() => expect(screenView.mock.calls).toEqual([['Content_Detail'], ['Content_Detail']]));
});

test('says so if nothing is nearby', async () => {
  answers = (call) =>
    call.startsWith('POST') ? several(testItem(place)) : one(testItem({ ctnView: ContentView.place, ...place }));
  show('/content-detail/1?tab=nearby');
  expect(await screen.findByText('Nothing else nearby')).toBeTruthy();
});

test('the skin hides the picture, or shows it uncropped', async () => {
  const skin = { hdBgColor: '#000000', hdFontColor: '#ffffff', imageType: 1 };
  const change = {
    imageUrl: '/media/1/full.jpg',
    image: {
      width: 1600,
      height: 400,
      placeholder: 'data:image/webp;base64,',
      sources: [{ url: '/media/1/400.webp', width: 400, type: 'image/webp' }],
    },
  };
  answers = () => one(testItem(change, skin));
  show();
  await heading();
  expect(screen.queryByRole('img')).toBeNull();

  answers = () => one(testItem(change, { ...skin, imageType: 3 }));
  await act(() => contentsClient.invalidateQueries());
  const picture = await screen.findByRole('img', { name: 'Head of a ruler' });
  expect(picture.getAttribute('srcset')).toBe('/media/1/400.webp 400w');
  expect(picture.className).toContain('whole');

  fireEvent.error(picture);
  expect(screen.getByRole('img', { name: 'Head of a ruler' }).tagName).toBe('SPAN');
});

test.each([
  [8, '€8.00', '8,00 €'],
  [0.125, '€0.125', '0,125 €'],
  [1234.56789, '€1,234.56789', '1234,56789 €'],
])('D5.12: shows a price of %d with all decimals', async (price, english, italian) => {
  answers = () => one(testItem({ price }));
  show();
  await heading();
  expect(screen.getByText(english)).toBeTruthy();
  act(() => setLanguage('it'));
  await screen.findByText((text) => text.replace('\u00a0', ' ') === italian);
});

test('shows price, tags and links, in both languages', async () => {
  answers = () => one(testItem({ price: 1234.5, tag: 'bronze', webUrl: 'https://a.example', phone: '333 1234567' }));
  show();
  await heading();
  expect(screen.getByText('€1,234.50')).toBeTruthy();
  const rows = () =>
    within(screen.getByRole('list', { name: /Contacts and links|Contatti e link/ })).getAllByRole('link');
  expect(rows().map((row) => [row.getAttribute('href'), row.getAttribute('target'), row.getAttribute('rel')])).toEqual([
    ['https://a.example/', '_blank', 'noreferrer'],
    ['tel:3331234567', null, 'noreferrer'],
  ]);
  act(() => setLanguage('it'));
  await screen.findByText('Parole chiave');
  expect(rows()[1]?.textContent).toContain('Chiama');
});

test('plays own video and sound on the page; YouTube is a link', async () => {
  answers = () => one(testItem({ videoUrl: '/media/1/file.mp4', audioUrl: '/media/2/file.mp3' }));
  show();
  await heading();
  expect(screen.getByLabelText('Video: Head of a ruler').getAttribute('src')).toBe('/media/1/file.mp4');
  expect(screen.getByLabelText('Listen to Head of a ruler').tagName).toBe('AUDIO');
  answers = () => one(testItem({ videoUrl: 'https://www.youtube.com/watch?v=x', audioUrl: 'javascript:alert(1)' }));
  await act(() => contentsClient.invalidateQueries());
  const link = await screen.findByRole('link', { name: 'Watch the video' });
  expect(link.getAttribute('href')).toBe('https://www.youtube.com/watch?v=x');
  expect(document.querySelector('video, audio, iframe')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Listen' })).toBeNull();
});

test('D2.46, D2.47, D2.51: a discover model has title, date, image or video', async () => {
  answers = () => one(testItem({ ctnView: ContentView.model, imageUrl: '/media/1/full.jpg' }));
  show();
  await heading();
  expect(screen.getByRole('img', { name: 'Head of a ruler' })).toBeTruthy();
  answers = () =>
    one(testItem({ ctnView: ContentView.model, imageUrl: '/media/1/full.jpg', videoUrl: '/media/2/file.mp4' }));
  await act(() => contentsClient.invalidateQueries());
  expect((await screen.findByLabelText('Video: Head of a ruler')).closest('[class*=hero]')).toBeTruthy();
  expect(document.querySelectorAll('video')).toHaveLength(1);
  expect(screen.queryByRole('img', { name: 'Head of a ruler' })).toBeNull();
});

test('D2.44: a content has a labelled way to ask about it', async () => {
  answers = () => one({ ...testItem(), brand: { id: 1, name: 'City museum' } });
  show();
  await heading();
  const ask = screen.getByRole('link', { name: 'Contact us' });
  expect(ask.textContent).toBe('Contact us');
  expect(Object.fromEntries(new URLSearchParams(ask.getAttribute('href')?.split('?')[1]))).toEqual({
    brand: 'City museum',
    note: 'Head of a ruler',
  });
});

test('D2.55: a result of a recognition has a footer with web, info and share', async () => {
  const item = testItem({
    ctnView: ContentView.recognition,
    webUrl: 'https://tiles.example/luna',
    googleUrl: 'https://maps.example/x',
  });
  answers = () => one({ ...item, brand: { id: 1, name: 'Tiles & Co.' } });
  show();
  await heading();
  const foot = within(screen.getByRole('contentinfo'));
  expect(foot.getByRole('link', { name: 'Website' }).getAttribute('href')).toBe('https://tiles.example/luna');
  const ask = foot.getByRole('link', { name: 'Contact us' }).getAttribute('href') ?? '';
  expect(Object.fromEntries(new URLSearchParams(ask.split('?')[1]))).toEqual({
    brand: 'Tiles & Co.',
    note: 'Head of a ruler',
  });
  expect(foot.getByRole('button', { name: 'Share' })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Share' })).toHaveLength(1);

  answers = () => one(testItem({ ctnView: ContentView.recognition }));
  await act(() => contentsClient.invalidateQueries());
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Website' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
});

test('the star saves it on this device; removing it can be undone', async () => {
  answers = () => one(testItem());
  show();
  await heading();
  const star = screen.getByRole('button', { name: 'Add Head of a ruler to favourites' });
  fireEvent.click(star);
  expect(star.getAttribute('aria-pressed')).toBe('true');
  expect(readSaved()).toHaveLength(1);
  fireEvent.click(star);
  expect([star.getAttribute('aria-pressed'), readSaved().length]).toEqual(['false', 0]);
  await screen.findByText('Removed from favourites');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect([star.getAttribute('aria-pressed'), readSaved().length]).toEqual(['true', 1]);
});

test('D2.50, D5.6: a content with a link is shared by the share sheet, or copied; others have no button', async () => {
  // Without a scheme, as some authors write it.
  answers = () => one(testItem({ googleUrl: 'maps.example/x' }));
  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue();
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal('navigator', { language: 'en', share, clipboard: { writeText } });
  show();
  await heading();
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  press();
  expect(share).toHaveBeenCalledWith({ title: 'Head of a ruler', url: 'https://maps.example/x' });
  share.mockRejectedValue(new DOMException('', 'AbortError'));
  press();
  await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
  expect(writeText).not.toHaveBeenCalled();

  vi.stubGlobal('navigator', { language: 'en', clipboard: { writeText } });
  press();
  await screen.findByText('Link copied');
  expect(writeText).toHaveBeenCalledWith('https://maps.example/x');
  writeText.mockRejectedValue(new Error('denied'));
  press();
  await screen.findByText('Couldn’t copy the link: https://maps.example/x');

  answers = () => one(testItem({ googleUrl: '' }));
  await act(() => contentsClient.invalidateQueries());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Share' })).toBeNull());
});

test('the page of a point starts the visit of its model there, if there is one', async () => {
  const item = testItem({ ctnView: ContentView.keypoint });
  const model = testItem({ id: 2, ctnView: ContentView.model, title: 'The bust' });
  const uniqueId = '0190a000-0000-7000-8000-0000000000aa';
  let viewsCount = 0;
  const modelOf = () => ({ uniqueId, contentId: 2, contentData: model, viewsCount, viewsBytes: 8 });
  answers = (call) =>
    call.includes('/discover/models') ? given(encode(listModels.data, { items: [modelOf()], total: 1 })) : one(item);
  show();
  await heading();
  await waitFor(() => expect(requests.some((call) => /models\?.*point=1\b/.test(call))).toBe(true));
  expect(screen.queryByRole('button', { name: /^Start the visit/ })).toBeNull();
  viewsCount = 1;
  await act(() => contentsClient.invalidateQueries());
  expect(await screen.findByRole('button', { name: 'Start the visit here' })).toBeTruthy();
});

test.each(['1', '0', 'x', '99999999999'])('a missing content says so, and links to others: %s', async (id) => {
  answers = () => refused('notFound');
  show(`/content-detail/${id}`);
  await screen.findByText('Content not found');
  fireEvent.click(screen.getByRole('link', { name: 'Explore' }));
  expect(await heading('Home')).toBeTruthy();
});

test('D8.8: a failed content of an external link leads to the start page', async () => {
  answers = () => refused('notFound');
  const router = show('/requested-content-detail/1');
  await heading('Home');
  expect(router.state.location.pathname).toBe('/earth');
  expect(router.history.length).toBe(1);
});

test('a failed load can be retried', async () => {
  answers = () => refused('internal');
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  show();
  await screen.findByText('Couldn’t load the content');
  vi.useRealTimers();
  answers = () => one(testItem());
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await heading()).toBeTruthy();
});

test('shows the saved copy offline, also for an external link', async () => {
  saveContent(testItem({ title: 'The saved one' }));
  answers = () => null;
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  show('/requested-content-detail/1');
  await heading('The saved one');
  await screen.findByText('This is the copy you saved.');
  vi.useRealTimers();
  answers = () => one(testItem({ title: 'The new one' }));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('The new one');
  expect(screen.queryByText('This is the copy you saved.')).toBeNull();
});

test('does not show the saved copy of a content that the server no longer has', async () => {
  saveContent(testItem());
  answers = () => refused('notFound');
  show();
  expect(await screen.findByText('Content not found')).toBeTruthy();
  expect(screen.queryByText('Head of a ruler')).toBeNull();
});
