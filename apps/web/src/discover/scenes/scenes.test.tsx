/** `/arscenes`, `/arscenes-nootp` and `/pre-tutorial` (D2.7, D2.9), and the filter by customer (D4.19). */
import { authToken, company, encode, menuItem } from '@earth/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { session } from '../../platform';
import { createCustomerFilter } from './model/customer-filter';
import { fillStorage } from '../../testing/full-storage';
import { testEntry, testItem } from '../../testing/contents';
import { testProfile } from '../../testing/people';
import { forgetContents, given, giveHeights, refused, serve, several, showApp } from '../../testing/visitor';
import { giveConfig } from '../../testing/config';

vi.mock('../../account/sign-in', () => ({ SignIn: () => <h1>Sign in</h1> }));
const screenView = vi.hoisted(() => vi.fn<(name: string) => void>());
vi.mock('../../shared/analytics', () => ({ screenView }));

const menu = [
  testEntry({ id: 1, title: 'Explore', code: '/earth' }),
  testEntry({ id: 2, title: 'Scenes of the pumps', code: '/arscenes/' }),
  testEntry({ id: 15258, title: 'Members', code: '/pre-tutorial', catIndex: 2, ctnView: 7 }),
];
const bare = { admin: null, logoUrl: null, primaryColor: null, unavailableAudioUrl: null };
const companies = [
  { id: testProfile().company.id, code: 'DEMO', name: 'Demo Water Works', ...bare },
  { id: testProfile().company.id, code: 'TILES', name: 'Tiles & Co.', ...bare },
];

/** The answers by the beginning of the call. */
const answers: Record<string, () => Response | null> = {};
let requests: readonly string[] = [];
const requestsTo = (path: string) => requests.filter((call) => call.startsWith(path));

beforeEach(async () => {
  setLanguage('en');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  giveHeights();
  screenView.mockReset();
  giveConfig();
  Object.assign(answers, {
    'GET /api/infocontents?menu': () => given(menu.map((one) => encode(menuItem, one))),
    'GET /api/infocontents?': () => several(testItem({ id: 5, title: 'Model of the pump', ctnView: 7 })),
    'GET /api/scenes': () =>
      several(
        testItem({ id: 3, title: 'The pump', ctnView: 11 }),
        testItem({ id: 4, title: 'The Valve', ctnView: 11 }),
      ),
    'POST /api/markers': () =>
      given(
        ['/a.webp', '/b.webp'].map((imageUrl) => ({ imageUrl, viewId: null, sceneId: 3, rating: 5, reason: null })),
      ),
    'GET /services/companies': () => given(companies.map((one) => encode(company, one))),
  });
  requests = serve((call) => {
    const found = Object.keys(answers)
      .toSorted((one, other) => other.length - one.length)
      .find((begin) => call.startsWith(begin));
    return found === undefined ? null : (answers[found]?.() ?? null);
  });
  localStorage.setItem('accepted_terms_of_use', 'true');
  signOut(false);
});
afterEach(() => {
  forgetContents();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function signIn() {
  const token = { token: 't', refreshToken: 'r', deviceId: 'd' };
  localStorage.setItem('token', JSON.stringify(encode(authToken, token)));
  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
}
const signOut = (isOver: boolean) => session.store.setState({ status: 'signedOut', isOver }, true);
const items = async () => {
  const list = await screen.findByRole('list', { name: /./, hidden: false });
  return within(list)
    .getAllByRole('link')
    .map((link) => link.textContent);
};
const rows = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('link')
    .map((link) => link.textContent);

test('D2.9, D2.38, D5.8: visitors see scenes with markers, and search them by title, ignoring case', async () => {
  showApp('/arscenes');
  expect(await rows('Scenes of the pumps')).toEqual(['The pump', 'The Valve']);
  expect(requestsTo('GET /api/scenes')[0]).toMatch(/ac=1/);
  expect(screenView).toHaveBeenCalledWith('Ar_Scene_List');
  const markers = screen.getByRole('region', { name: 'AR pictures' });
  expect(
    within(markers)
      .getAllByRole('img')
      .map((marker) => marker.getAttribute('alt')),
  ).toEqual(['AR picture 1 of 2', 'AR picture 2 of 2']);
  expect(screen.queryByRole('button', { name: /Filter/ })).toBeNull();
  // The «Start» button is only shown where it has something to start.
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();

  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'valve' } });
  await waitFor(async () => expect(await rows('Scenes of the pumps')).toEqual(['The Valve']));
});

test.each(['/arscenes', '/pre-tutorial', '/ar', '/ar/print'])(
  'D5.4: requests scenes only after approval of the terms: %s',
  async (address) => {
    signIn();
    localStorage.removeItem('accepted_terms_of_use');
    showApp(address);
    await screen.findByRole('dialog', { name: 'Terms and privacy' });
    expect([requestsTo('GET /api/scenes'), requestsTo('POST /api/markers')]).toEqual([[], []]);
  },
);

test('D4.12: Cancel leads to the main page and requests no scenes', async () => {
  signIn();
  localStorage.removeItem('accepted_terms_of_use');
  const router = showApp('/arscenes');
  const dialog = await screen.findByRole('dialog', { name: 'Terms and privacy' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/earth'));
  expect(requestsTo('GET /api/scenes')).toEqual([]);
});

test('markers that fail to load can be retried; without markers there is no strip', async () => {
  answers['POST /api/markers'] = () => refused('notFound');
  showApp('/arscenes');
  await screen.findByText('Couldn’t load the AR pictures');
  answers['POST /api/markers'] = () => given([]);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Couldn’t load the AR pictures')).toBeNull());
  expect(screen.queryByRole('region', { name: 'AR pictures' })).toBeNull();
});

test('D9.22: a build may demand a sign-in for /arscenes, but not for /arscenes-nootp', async () => {
  giveConfig({ brand: { discover: { loginForScenes: true } } });
  const router = showApp('/arscenes');
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(router.state.location.search).toEqual({ to: '/arscenes' });
  await router.navigate({ to: '/arscenes-nootp' });
  await waitFor(async () => expect(await items()).toContain('The pump'));
});

test('D2.7: /pre-tutorial needs a sign-in, which leads back to it', async () => {
  const router = showApp('/pre-tutorial?tab=view');
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(router.state.location.search).toEqual({ to: '/pre-tutorial?tab=view' });
});

test('D2.7: /pre-tutorial has two tabs, AR INVOLVE 3D and AR VIEW, by the category of the stored menu', async () => {
  signIn();
  const router = showApp('/pre-tutorial');
  expect(await rows('AR INVOLVE 3D')).toEqual(['The pump', 'The Valve']);
  expect(screenView).toHaveBeenCalledWith('Members_Area');
  expect(requestsTo('GET /api/scenes')[0]).toMatch(/ac=2/);
  fireEvent.click(screen.getByRole('tab', { name: 'AR VIEW' }));
  expect(await rows('AR VIEW')).toEqual(['Model of the pump']);
  expect(router.state.location.search).toEqual({ tab: 'view' });
  const call = requests.find((one) => one.includes('c2=15258'));
  expect(call).toMatch(/ac=2/);
  expect(screen.getByRole('searchbox')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /edit/i })).toBeNull();
});

async function openFilter() {
  fireEvent.click(await screen.findByRole('button', { name: /Filter/ }));
  return await screen.findByRole('dialog', { name: 'Whose contents to show' });
}

test('D4.19: applying the customer filter reloads both lists, cancelling restores the former choice', async () => {
  signIn();
  showApp('/pre-tutorial');
  await rows('AR INVOLVE 3D');
  fireEvent.click(screen.getByRole('tab', { name: 'AR VIEW' }));
  await rows('AR VIEW');
  const modelRequests = () => requests.filter((call) => call.includes('c2=15258'));
  let dialog = await openFilter();
  fireEvent.click(await within(dialog).findByRole('radio', { name: 'Tiles & Co.' }));
  fireEvent.click(within(dialog).getByRole('switch', { name: 'Private contents only' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([requestsTo('GET /api/scenes').length, modelRequests().length]).toEqual([1, 1]);
  screen.getByRole('button', { name: 'Filter: Private contents only' });

  dialog = await openFilter();
  expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'All companies' }).checked).toBe(true);
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Tiles & Co.' }));
  fireEvent.click(within(dialog).getByRole('switch', { name: 'Private contents only' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
  const isAnew = /(?=.*\bac=1\b)(?=.*owCode=TILES)(?=.*page=1\b)/;
  await waitFor(() => expect(modelRequests().at(-1)).toMatch(isAnew));
  fireEvent.click(screen.getByRole('tab', { name: 'AR INVOLVE 3D' }));
  await waitFor(() => expect(requestsTo('GET /api/scenes').at(-1)).toMatch(isAnew));
  await screen.findByRole('button', { name: 'Filter: Public and private contents, of Tiles & Co.' });
});

test('a build without the filter shows public and own contents, and no filter', async () => {
  giveConfig({ brand: { discover: { privateFilter: false } } });
  signIn();
  showApp('/arscenes');
  await rows('Scenes of the pumps');
  expect(requestsTo('GET /api/scenes')[0]).toMatch(/ac=1/);
  expect(screen.queryByRole('button', { name: /Filter/ })).toBeNull();
});

test('D9.22: a build without public scenes shows private ones only, without a choice', async () => {
  giveConfig({ brand: { discover: { publicScenes: false } } });
  createCustomerFilter().write({ customer: null, isPrivateOnly: false });
  signIn();
  showApp('/arscenes');
  await rows('Scenes of the pumps');
  expect(requestsTo('GET /api/scenes')[0]).toMatch(/ac=2/);
  fireEvent.click(await screen.findByRole('button', { name: 'Filter: Private contents only' }));
  const dialog = await screen.findByRole('dialog', { name: 'Whose contents to show' });
  expect(await within(dialog).findByRole('radio', { name: 'Tiles & Co.' })).toBeTruthy();
  expect(within(dialog).queryByRole('switch')).toBeNull();
});

test('companies that fail to load can be retried', async () => {
  answers['GET /services/companies'] = () => refused('notFound');
  signIn();
  showApp('/arscenes');
  const dialog = await openFilter();
  await within(dialog).findByText('Couldn’t load the companies');
  answers['GET /services/companies'] = () => given(companies.map((one) => encode(company, one)));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
  expect(await within(dialog).findByRole('radio', { name: 'Tiles & Co.' })).toBeTruthy();
});

test('D8.1: a 401 of the list of companies closes the popup and leads to /login/, and back', async () => {
  answers['GET /services/companies'] = () => refused('notSignedIn');
  answers['POST /services/auth'] = () => refused('notSignedIn');
  signIn();
  const router = showApp('/arscenes');
  fireEvent.click(await screen.findByRole('button', { name: /Filter/ }));
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(router.state.location.search).toEqual({ to: '/arscenes' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test("shows the company's name in the filter before it was opened", async () => {
  createCustomerFilter().write({ customer: 'TILES', isPrivateOnly: true });
  signIn();
  showApp('/arscenes');
  expect(await screen.findByRole('button', { name: 'Filter: Private contents only, of Tiles & Co.' })).toBeTruthy();
});

test('applies a choice even if the storage is full', async () => {
  signIn();
  showApp('/arscenes');
  const dialog = await openFilter();
  fillStorage();
  fireEvent.click(await within(dialog).findByRole('radio', { name: 'Tiles & Co.' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(requestsTo('GET /api/scenes').at(-1)).toMatch(/owCode=TILES/));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  vi.unstubAllGlobals();
  createCustomerFilter().write({ customer: null, isPrivateOnly: true });
});

test('reserves space for markers while they load', async () => {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url.startsWith('/api/markers') ? new Promise(() => undefined) : fetch(url, init),
  );
  showApp('/arscenes');
  await rows('Scenes of the pumps');
  expect(screen.getByText('Loading').closest('.markers')).toBeTruthy();
});

test('a link in the list leads to sheets to print: each marker with the title of its scene, and a warning if it is hard to recognize', async () => {
  answers['POST /api/markers'] = () =>
    given([
      { imageUrl: '/a.webp', viewId: null, sceneId: 3, rating: 5, reason: null },
      { imageUrl: '/b.webp', viewId: null, sceneId: 4, rating: 1, reason: 'smooth' },
    ]);
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  showApp('/arscenes-nootp');
  fireEvent.click(await screen.findByRole('link', { name: 'Print the AR pictures' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'AR pictures to print' })).toBeDefined();
  const [first, second, ...others] = await screen.findAllByRole('listitem');
  if (!first || !second) throw new Error('Not two sheets');
  expect(others).toEqual([]);
  expect(within(first).getByRole('heading', { name: 'The pump' })).toBeDefined();
  expect(within(first).getByRole('img', { name: 'AR picture 1 of 2' }).getAttribute('src')).toBe('/a.webp');
  expect(within(first).queryByText(/Hard to recognise/)).toBeNull();
  expect(within(second).getByRole('heading', { name: 'The Valve' })).toBeDefined();
  expect(within(second).getByText(/Hard to recognise/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});
