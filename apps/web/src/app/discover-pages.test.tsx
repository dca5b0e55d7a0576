/** Discover pages in their shell: start page, counted views, visibility. */
import { authToken, encode, menuItem } from '@earth/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../platform';
import { testEntry, testItem } from '../testing/contents';
import { testProfile } from '../testing/people';
import { forgetContents, giveHeights, given, refused, serve, several, showApp } from '../testing/visitor';
import { setLanguage } from '../shared/i18n';
import { giveConfig } from '../testing/config';
import { contentsClient } from '../discover/lists/model/contents-client';

const offlineMenu = [{ id: 14603, code: '/tutorial', en: 'Tutorial', it: 'Tutorial' }];
const screenView = vi.hoisted(() => vi.fn<(name: string) => void>());
vi.mock('../shared/analytics', () => ({ screenView, contentView: () => undefined, favouriteAdded: () => undefined }));

const start = testEntry({ id: 1, title: 'Explore', code: '/earth' });
const vases = testEntry({ id: 7, title: 'Vases', code: '/vases', imageUrl: '/vases.webp' });
const token = JSON.stringify(encode(authToken, { token: 't', refreshToken: 'r', deviceId: 'd' }));
/** Private contents are only in the lists of signed-in users. */
const isOwn = () => localStorage.getItem('token') !== null;
let menu: readonly (typeof start)[];
let requests: readonly string[];

function answer(call: string) {
  if (call.includes('?menu'))
    return given(
      [...menu, ...(isOwn() ? [testEntry({ id: 9, title: 'Own' })] : [])].map((one) => encode(menuItem, one)),
    );
  if (call.startsWith('POST /api/markers')) return given([]);
  if (/infocontents\?|scenes\?/.test(call))
    return several(testItem({ title: 'For all' }), ...(isOwn() ? [testItem({ id: 2, title: 'Ours alone' })] : []));
  return refused('notFound');
}

const signIn = () => {
  localStorage.setItem('token', token);
  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
};
const signOut = () => {
  localStorage.removeItem('token');
  session.store.setState({ status: 'signedOut', isOver: false }, true);
};

beforeEach(async () => {
  giveConfig({ brand: { discover: { offlineMenu } } });
  setLanguage('en');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  giveHeights();
  screenView.mockReset();
  menu = [start, vases];
  requests = serve(answer);
  localStorage.setItem('accepted_terms_of_use', 'true');
  signOut();
  contentsClient.clear();
});
afterEach(() => {
  forgetContents();
  signOut();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ['/earth', 'Main'],
  ['/settings', 'Profile'],
  ['/credits', 'Credits'],
  ['/tutorial', 'Tutorial'],
  ['/notifications', 'Notifications'],
  ['/content-kml?cid=3', 'Content_KML'],
  ['/content-detail/1', 'Content_Detail'],
  ['/arscenes', 'Ar_Scene_List'],
  ['/login/', 'Login'],
])('D2.31: counts %s as %s', async (address, name) => {
  showApp(address);
  await waitFor(() => expect(screenView.mock.calls.map(([one]) => one)).toContain(name));
});

test.each([
  ['/notifications', 'Notifications'],
  ['/notices', 'Notices'],
])('%s is in the shell of Assist for who is signed in, in that of Discover for visitors', async (address, name) => {
  showApp(address);
  await screen.findByRole('heading', { name });
  expect(screen.getByRole('link', { name: 'Favourites' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'People' })).toBeNull();
  act(signIn);
  await screen.findByRole('link', { name: 'People' });
  expect(await screen.findByRole('heading', { name })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Favourites' })).toBeNull();
});

test('D2.31: counts /pre-tutorial as Members_Area', async () => {
  signIn();
  showApp('/pre-tutorial');
  await waitFor(() => expect(screenView).toHaveBeenCalledWith('Members_Area'));
});

test.each([
  ['/splash/', 'the start', start, '/earth'],
  ['/splash/', 'no start', vases, '/tutorial'],
  ['/main/', 'the start', start, '/earth'],
  ['/main/', 'no start', vases, '/tutorial'],
])('D2.2, D2.4: %s loads the menu and leads to its start: with %s', async (address, _, entry, path) => {
  menu = [entry];
  const router = showApp(address);
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
  expect(requests.filter((call) => call.includes('?menu'))).toHaveLength(1);
});

test("if the menu fails, starts at the build's start page and offers a retry", async () => {
  serve(() => refused('notFound'));
  const router = showApp('/splash/');
  await screen.findByText('Couldn’t load the menu');
  expect(router.state.location.pathname).toBe('/earth');
});

test('a server that does not answer does not block the start', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const router = showApp('/splash/');
  await waitFor(() => expect(router.state.location.pathname).toBe('/earth'), { timeout: 5_000 });
});

test('the root redirects a visitor to the start page, from which the sign-in is one tap away', async () => {
  const router = showApp('/');
  await waitFor(() => expect(router.state.location.pathname).toBe('/earth'));
  await screen.findByRole('link', { name: 'Sign in' });
  expect(router.history.length).toBe(1);
});

test.each([
  ['a build for signed-in users only', () => giveConfig({ brand: { loginRequired: true } }), '/'],
  ['a session that has ended', () => session.store.setState({ status: 'signedOut', isOver: true }, true), '/'],
  ['any protected page', () => undefined, '/people'],
])('redirects the root, or a page, to the sign-in: %s', async (_, become, address) => {
  become();
  const router = showApp(address);
  await waitFor(() => expect(router.state.location.pathname).toBe('/login/'), { timeout: 5_000 });
  expect(router.state.location.search).toEqual(address === '/' ? {} : { to: address });
});

test.each([
  ['/?contentid=7', '7'],
  ['/?keypointid=8&contentid=7', '8'],
])('D2.27: the root opens the content of a code too: %s', async (address, id) => {
  const router = showApp(address);
  await waitFor(() => expect(requests.some((call) => call.includes(`GET /api/infocontents/${id}`))).toBe(true));
  // Not in the app: such an address redirects to the start page, like a code on a sign.
  await waitFor(() => expect(router.state.location.pathname).toBe('/earth'));
});

const main = () => screen.getByRole('main');

test('moves the focus to the content after each change of page', async () => {
  const router = showApp('/earth');
  await screen.findByRole('link', { name: 'Vases' });
  const before = main();
  signIn();
  for (const to of ['/arscenes', '/vases', '/pre-tutorial', '/nothing', '/earth']) {
    (document.activeElement as HTMLElement | null)?.blur();
    await act(() => router.navigate({ to }));
    await waitFor(() => expect(document.activeElement).toBe(main()));
    // The shell stays mounted.
    expect(main()).toBe(before);
  }
});

test('keeps the focus on the content between pages with different shells', async () => {
  const router = showApp('/earth');
  await screen.findByRole('link', { name: 'Vases' });
  await act(() => router.navigate({ to: '/settings' }));
  await screen.findByRole('heading', { name: 'Settings' });
  await waitFor(() => expect(document.activeElement).toBe(main()));
});

test.each([
  ['a visitor', signOut, '/splash/'],
  ['a signed-in user', signIn, '/'],
])('an unknown address redirects %s to their start page', async (_, become, to) => {
  become();
  showApp('/nothing');
  const link = await screen.findByRole('link', { name: 'Go to the home page' });
  expect(link.getAttribute('href')).toBe(to);
  expect(screen.getAllByRole('main')).toHaveLength(1);
});

test('D2.12: /login/ takes the page to return to', async () => {
  showApp('/vases?q=amphora');
  await screen.findByRole('heading', { name: 'Vases' });
  const link = screen.getByRole('link', { name: 'Sign in' });
  expect(new URL(link.getAttribute('href') ?? '', 'https://earth.example').searchParams.get('to')).toBe(
    '/vases?q=amphora',
  );
});

test('the sign-in has the e-mail address that the fragment gives', async () => {
  signOut();
  showApp(`/login/#${new URLSearchParams({ email: 'luca@demo.example' }).toString()}`);
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'E-mail' })).value).toBe('luca@demo.example');
});

test('refetches lists for the current viewer: after a sign-in, and after a session ended elsewhere', async () => {
  showApp('/vases');
  await screen.findByRole('link', { name: 'For all' });
  act(signIn);
  await screen.findByRole('link', { name: 'Ours alone' });
  act(signOut);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Ours alone' })).toBeNull());
  await screen.findByRole('link', { name: 'For all' });
});

test('after another tab signed out, refetches without the token what was fetched with it', async () => {
  signIn();
  showApp('/vases');
  await screen.findByRole('link', { name: 'Ours alone' });
  // The other tab announces it before its token is deleted.
  act(() => session.store.setState({ status: 'signedOut', isOver: false }, true));
  await screen.findByRole('link', { name: 'Ours alone' });
  localStorage.removeItem('token');
  fireEvent(window, new StorageEvent('storage', { key: 'token', newValue: null }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Ours alone' })).toBeNull());
  await screen.findByRole('link', { name: 'For all' });
});

test('clears the query cache at the end of the session, shown or not', async () => {
  signIn();
  contentsClient.setQueryData(['people'], []);
  contentsClient.setQueryData(['content', 'en', 2], testItem({ id: 2, title: 'Ours alone' }));
  await session.end(true);
  expect([contentsClient.getQueryData(['people']), contentsClient.getQueryData(['content', 'en', 2])]).toEqual([
    undefined,
    undefined,
  ]);
});
