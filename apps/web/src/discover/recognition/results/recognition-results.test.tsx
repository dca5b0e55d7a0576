/** The pages of results (D2.20). */
import { catalogue, contentItem, encode, menuItem } from '@earth/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentScope, session } from '../../../platform';
import { setLanguage } from '../../../shared/i18n';
import { giveConfig } from '../../../testing/config';
import { testEntry, testItem } from '../../../testing/contents';
import { beginScope } from '../../../testing/scope';
import { forgetContents, given, giveHeights, refused, serve, several, showApp } from '../../../testing/visitor';
import { readSaved } from '../../lists/model/saved-contents';
import type { Match } from '../model/match';
import { createRecognitionSession, type Recognition } from '../model/recognition-session';

vi.mock('../camera', () => ({ RecognitionPage: () => <h1>The camera</h1> }));

const ITEM = testItem({ id: 3, title: 'Statuario Luna', webUrl: 'https://tiles.example/luna' });
const match = (change: Partial<Match>): Match => ({
  contentId: 3,
  title: 'Statuario Luna',
  line: 'Polished, 60 × 60 cm',
  locale: 'en',
  pictureUrl: '/media/1/full.jpg',
  distance: 0.1,
  similarity: 96,
  isMatch: true,
  region: null,
  item: ITEM,
  ...change,
});
const LUNA = match({});
const VELO = match({ contentId: 4, title: 'Carrara Velo', similarity: 88, isMatch: false, distance: 0.2 });

let isLearning: boolean;
let asked: readonly string[];
let feedback: () => Response;

beforeEach(() => {
  setLanguage('en');
  giveConfig();
  giveHeights();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  Object.assign(URL, { createObjectURL: () => 'blob:photograph', revokeObjectURL: () => undefined });
  session.store.setState({ status: 'signedOut', isOver: false }, true);
  beginScope();
  isLearning = false;
  feedback = () => given(null);
  asked = serve((call) => {
    if (call.includes('?menu'))
      return given([testEntry({ id: 1, title: 'Tiles', modelCode: 'TILES' })].map((one) => encode(menuItem, one)));
    if (call.startsWith('POST /api/deep/feedback/')) return feedback();
    if (call.startsWith('GET /api/infocontents/3?')) return given(encode(contentItem, ITEM));
    if (!call.startsWith('GET /api/deep/catalogues/')) return several(ITEM);
    const size = { productsCount: 24, indexBytes: 9_000, isReady: true };
    return given(encode(catalogue, { modelCode: 'TILES', title: 'Tiles', learnsFromPhotographs: isLearning, ...size }));
  });
});
afterEach(() => {
  forgetContents();
  vi.unstubAllGlobals();
});

function giveResult(matches: readonly Match[], change: Partial<Recognition> = {}) {
  const recognition = currentScope().get(createRecognitionSession);
  const photograph = recognition.setPhotograph({ file: new Blob(['jpeg']), width: 480, height: 480 });
  const catalogueName = { modelCode: 'TILES', customerCode: null };
  const result = { catalogue: catalogueName, photograph, mode: 0 as const, note: '', matches, isFromDevice: false };
  recognition.setResult({ ...result, ...change });
}
const show = (address = '/asset-recognition-result') => showApp(`${address}?model=TILES`);
const titles = () => screen.getAllByRole('listitem').map((one) => within(one).getByRole('button').textContent);

test('a product that was found on this device has its details, star and share, once the server gives them', async () => {
  giveResult([match({ item: null, locale: undefined })], { isFromDevice: true });
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Statuario Luna' }));
  const dialog = await screen.findByRole('dialog', { name: 'Statuario Luna' });
  expect(await within(dialog).findByRole('link', { name: /tiles.example/ })).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add Statuario Luna to favourites' }));
  expect(readSaved().map(({ content }) => content.id)).toEqual([3]);
});

test('what this device found itself is marked, and opens without a network', async () => {
  serve(() => null);
  giveResult([match({ item: null, locale: undefined })], { isFromDevice: true });
  show();
  expect(await screen.findByText('Found on this device, without the server')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Statuario Luna' }));
  const dialog = await screen.findByRole('dialog', { name: 'Statuario Luna' });
  expect(within(dialog).getByText('Polished, 60 × 60 cm')).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: /^Save/ })).toBeNull();
});

test('D2.20: the product that was photographed comes first, in words and per cent, and then those that are like it', async () => {
  giveResult([LUNA, VELO]);
  show();
  const best = await screen.findByRole('region', { name: 'The product in your photo' });
  expect(within(best).getByRole('button', { name: 'Statuario Luna' })).toBeTruthy();
  expect(within(best).getByText('Almost identical')).toBeTruthy();
  expect(within(best).getByText('96%')).toBeTruthy();
  expect(screen.getByRole('heading', { name: '1 other similar product' })).toBeTruthy();
  expect(titles()).toEqual(['Carrara Velo']);
  expect(screen.queryByText('Not in this catalogue')).toBeNull();
});

test('what is not the product is called similar at most; a match has the same word everywhere', async () => {
  giveResult([LUNA, VELO]);
  show();
  const card = await screen.findByRole('listitem');
  expect(within(card).getByText('Similar')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Statuario Luna' }));
  const opened = await screen.findByRole('dialog', { name: 'Statuario Luna' });
  expect(within(opened).getByText('Almost identical')).toBeTruthy();
});

test.each([
  ['en', 'Not in this catalogue'],
  ['it', 'Non è in questo catalogo'],
] as const)('a stranger is refused before the products that are like it are shown: %s', async (language, words) => {
  setLanguage(language);
  giveResult([{ ...LUNA, isMatch: false, similarity: 41 }, VELO]);
  show();
  const refusal = await screen.findByRole('heading', { name: words });
  const first = screen.getByRole('button', { name: 'Statuario Luna' });
  expect(refusal.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(titles()).toEqual(['Statuario Luna', 'Carrara Velo']);
});

test('the divider between the photograph and the product is moved by keys', async () => {
  giveResult([LUNA]);
  show();
  const divider = await screen.findByRole('slider', { name: 'How much of your photo covers Statuario Luna' });
  fireEvent.change(divider, { target: { value: '80' } });
  expect(divider.parentElement?.style.getPropertyValue('--share')).toBe('80%');
});

test('D2.55: an opened result has web, info and share in its foot, and leads to its page', async () => {
  giveResult([LUNA, VELO]);
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Statuario Luna' }));
  const opened = await screen.findByRole('dialog', { name: 'Statuario Luna' });
  expect(within(opened).getAllByRole('link', { name: 'Website' }).length).toBeGreaterThan(0);
  expect(within(opened).getByRole('link', { name: 'Open the page' }).getAttribute('href')).toBe('/content-detail/3');
});

test('«Not this one» sends the note; without a catalogue that learns the photograph stays here', async () => {
  giveResult([LUNA], { mode: 2 });
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Statuario Luna' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Not this one' }));
  const form = await screen.findByRole('dialog', { name: 'Not this one' });
  await waitFor(() => expect(asked.some((call) => call.startsWith('GET /api/deep/catalogues/TILES'))).toBe(true));
  expect(within(form).queryByRole('switch')).toBeNull();
  fireEvent.change(within(form).getByRole('textbox'), { target: { value: ' It is Carrara ' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Not this one' })).toBeNull());
  const sent = asked.find((call) => call.startsWith('POST /api/deep/feedback/TILES')) ?? '';
  expect(sent).toContain('It is Carrara');
  expect(sent).toMatch(/name="mode"\s+2/);
  expect(sent).not.toContain('name="image"');
});

test('«Not this one» offers the photograph to a catalogue that learns, and says why it could not be sent', async () => {
  isLearning = true;
  feedback = () => refused('internal');
  giveResult([LUNA]);
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Statuario Luna' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Not this one' }));
  fireEvent.click(await screen.findByRole('switch', { name: /^Send my photo too/ }));
  const form = screen.getByRole('dialog', { name: 'Not this one' });
  fireEvent.click(within(form).getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(within(form).getByRole('alert').textContent).not.toBe(''));
  expect(asked.find((call) => call.startsWith('POST /api/deep/feedback/TILES'))).toContain(btoa('jpeg'));
});

test('D2.20: a photograph with several products shows the name of each on its part, which opens it', async () => {
  const region = (x: number) => ({ x, y: 0, width: 0.4, height: 1 });
  giveResult([
    { ...LUNA, region: region(0) },
    { ...VELO, region: region(0.5) },
  ]);
  show('/bounding-box-result/');
  const [part] = await screen.findAllByRole('button', { name: 'Carrara Velo' });
  expect(part?.style.left).toBe('50%');
  if (part) fireEvent.click(part);
  expect(await screen.findByRole('dialog', { name: 'Carrara Velo' })).toBeTruthy();
});

test('D2.20, D2.65: the gallery shows the photograph, what was searched by, and the pictures that are like it', async () => {
  giveResult([LUNA, VELO], { mode: 1, note: 'In the hall' });
  show('/photo-gallery-result/');
  expect(await screen.findByRole('img', { name: 'Your photo' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Searched by: Colour 1' })).toBeTruthy();
  expect(screen.getByText('In the hall')).toBeTruthy();
  expect(titles()).toEqual(['Statuario Luna', 'Carrara Velo']);
});

test.each(['/asset-recognition-result', '/bounding-box-result/', '/photo-gallery-result/'])(
  'without its data, as after a reload, %s leads back to the camera of the catalogue',
  async (address) => {
    const router = show(address);
    await screen.findByRole('heading', { name: 'The camera' });
    expect(router.state.location).toMatchObject({ pathname: '/asset-recognition', search: { model: 'TILES' } });
  },
);

test('nothing of a photograph outlives the session', async () => {
  giveResult([LUNA]);
  const former = currentScope().get(createRecognitionSession);
  act(() => void beginScope());
  expect(former.store.getState()).toMatchObject({ photograph: null, result: null });
});
