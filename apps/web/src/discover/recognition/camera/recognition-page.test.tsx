/** `/asset-recognition`: the camera, its alerts, and the ways to and from it. */
import { catalogue, encode, menuItem, type RecognitionResult } from '@earth/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, ApiError, session } from '../../../platform';
import { logLines } from '../../../platform/app-log';
import { setLanguage } from '../../../shared/i18n';
import { TestCameraTrack } from '../../../testing/camera-track';
import { giveConfig } from '../../../testing/config';
import { testEntry, testItem } from '../../../testing/contents';
import { beginScope } from '../../../testing/scope';
import { VisionError } from '../../vision';
import { forgetContents, given, giveHeights, serve, several, showApp } from '../../../testing/visitor';

/** What the worker measures. */
const measured = vi.hoisted(() => ({ sharpness: 200, isCrashed: false }));
vi.mock('../offline/recognition-thread', () => ({
  createRecognitionThread: () => ({
    async run({ type }: { readonly type: string }) {
      if (measured.isCrashed) throw new VisionError('crashed');
      return type === 'sharpness' ? measured.sharpness : null;
    },
    stop: () => undefined,
  }),
}));

const predict = vi.spyOn(api, 'predict');
const RECOGNITION = {
  width: 480,
  height: 640,
  maxResults: 10,
  measuresQuality: false,
  debug: false,
  resultView: 'LIST',
} as const;
const MENU = [
  testEntry({ id: 1, title: 'Explore', code: '/earth' }),
  testEntry({ id: 2, title: 'Find a tile', code: '/asset-recognition' }),
  testEntry({ id: 3, title: 'Our tiles', code: '/tiles', ctnView: -12, modelCode: 'TILES', customerCode: 'ATELIER' }),
  testEntry({ id: 4, title: 'Stones', code: '/stones', modelCode: 'TILES', customerCode: 'QUARRY' }),
];

function resultOf(title: string): RecognitionResult {
  const { content, brand, skin } = testItem({ id: 3, title });
  return {
    content: { ...content, adminId: null },
    brand,
    skin,
    mediaActions: [],
    group: { id: 3, title: 'Our tiles' },
    distance: 0.1,
    similarity: 96,
    isMatch: true,
    pictureUrl: null,
    region: null,
  };
}

let isLearning: boolean;
const getUserMedia = vi.fn<() => Promise<MediaStream>>();
const failure = (name: string) => Object.assign(new Error(''), { name });

beforeEach(() => {
  setLanguage('en');
  localStorage.clear();
  localStorage.setItem('skip_plate_search_tutorial', 'true');
  giveConfig({ recognition: RECOGNITION });
  giveHeights();
  Object.assign(measured, { sharpness: 200, isCrashed: false });
  isLearning = false;
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  Object.assign(URL, { createObjectURL: () => 'blob:photograph', revokeObjectURL: () => undefined });
  vi.stubGlobal('createImageBitmap', async () => ({ width: 900, height: 900, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage() {}, fillRect() {} } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => give(new Blob(['jpeg'])));
  getUserMedia.mockReset().mockRejectedValue(failure('NotFoundError'));
  const mediaDevices = { getUserMedia, enumerateDevices: async () => [] };
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
  session.store.setState({ status: 'signedOut', isOver: false }, true);
  beginScope();
  predict.mockReset();
  serve((call) => {
    if (call.includes('?menu')) return given(MENU.map((one) => encode(menuItem, one)));
    if (!call.startsWith('GET /api/deep/catalogues/TILES?customerCode')) return several(testItem({ id: 3 }));
    const size = { productsCount: 1, indexBytes: 0, isReady: false };
    return given(
      encode(catalogue, { modelCode: 'TILES', title: 'Our tiles', learnsFromPhotographs: isLearning, ...size }),
    );
  });
});
afterEach(() => {
  forgetContents();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (address = '/asset-recognition?model=TILES') => showApp(address);
const camera = () => screen.findByRole('dialog', { name: 'Find a tile' });
async function pick(file = new File(['jpeg'], 'tile.jpg', { type: 'image/jpeg' })) {
  const input = (await camera()).querySelector('input[type="file"]');
  if (input) fireEvent.change(input, { target: { files: [file] } });
}
const alertText = async (title = 'Image loading') =>
  (await within(await screen.findByRole('dialog', { name: title })).findByRole('alert')).textContent;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('D2.45: a list of view -12 has a large button to the camera, with the title of the camera’s menu entry', async () => {
  show('/tiles');
  const link = await screen.findByRole('link', { name: 'Find a tile' });
  expect(link.getAttribute('href')).toBe('/asset-recognition?model=TILES&customer=ATELIER');
  fireEvent.click(link);
  expect(await camera()).toBeTruthy();
});

test('D2.35, D3.30: a tutorial of two slides comes first, and not again in this session', async () => {
  localStorage.clear();
  const router = show();
  const tutorial = await screen.findByRole('dialog', { name: 'Find a product from a photo' });
  expect(within(tutorial).getAllByRole('button', { name: /^Slide/ })).toHaveLength(2);
  fireEvent.click(within(tutorial).getByRole('button', { name: 'Skip' }));
  await camera();
  router.history.push('/tiles');
  await screen.findByRole('link', { name: 'Find a tile' });
  await router.navigate({ to: '/asset-recognition' });
  expect(await camera()).toBeTruthy();
  expect(localStorage.getItem('skip_plate_search_tutorial')).toBeNull();
});

test.each([
  ['en', 'You need to grant permissions in order to start the recognition section', 'Error', 'Close'],
  ['it', 'Devi concedere le autorizzazioni per avviare la sezione di riconoscimento', 'Errore', 'Chiudi'],
] as const)(
  'D8.13: a refused camera says what it prevents, is logged, and leads to /earth: %s',
  async (language, words, title, close) => {
    setLanguage(language);
    getUserMedia.mockRejectedValue(failure('NotAllowedError'));
    const router = show();
    expect(await alertText(title)).toBe(words);
    fireEvent.click(within(screen.getByRole('dialog', { name: title })).getByRole('button', { name: close }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/earth'));
    expect(logLines().at(-2)?.words).toBe('recognition: the camera did not start');
  },
);

test('cancelling is logged, and leads to /earth; a step back leads back', async () => {
  const router = show('/tiles');
  fireEvent.click(await screen.findByRole('link', { name: 'Find a tile' }));
  await camera();
  router.history.back();
  await waitFor(() => expect(router.state.location.pathname).toBe('/tiles'));
  fireEvent.click(await screen.findByRole('link', { name: 'Find a tile' }));
  await camera();
  press('Leave recognition');
  await waitFor(() => expect(router.state.location.pathname).toBe('/earth'));
  expect(logLines().some(({ words }) => words === 'recognition: cancelled')).toBe(true);
});

test('D4.25: a picked picture is sent, and the products that are like it are shown', async () => {
  predict.mockResolvedValue([resultOf('Statuario Luna')]);
  const router = show();
  await pick();
  expect(await screen.findByRole('region', { name: 'The product in your photo' })).toBeTruthy();
  expect(router.state.location).toMatchObject({ pathname: '/asset-recognition-result', search: { model: 'TILES' } });
  fireEvent.click(screen.getByRole('button', { name: 'New photo' }));
  expect(await camera()).toBeTruthy();
});

test.each([
  ['BOUNDING_BOX', '/bounding-box-result/'],
  ['IMAGE_GALLERY', '/photo-gallery-result/'],
] as const)('D2.20: a build with the result view %s shows its results at %s', async (resultView, path) => {
  giveConfig({ recognition: { ...RECOGNITION, resultView } });
  predict.mockResolvedValue([resultOf('Statuario Luna')]);
  const router = show();
  await pick();
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
  expect(predict.mock.calls[0]?.[0]?.customParams).toMatchObject({ regions: resultView === 'BOUNDING_BOX' });
});

test.each([
  ['en', 'Image loading', 'The uploaded file is not an image'],
  ['it', 'Caricamento immagine', 'Il file caricato non è un’immagine'],
] as const)('D5.20, D8.13: a picked file that is no picture: %s', async (language, title, words) => {
  setLanguage(language);
  show();
  await pick(new File(['text'], 'notes.txt', { type: 'text/plain' }));
  expect(await alertText(title)).toBe(words);
  expect(predict).not.toHaveBeenCalled();
});

test('D8.13: a picture that cannot be read, a failed call, and no results have their alerts', async () => {
  show();
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('damaged')));
  await pick();
  expect(await alertText()).toBe('Failed to load image');
  press('OK');
  vi.stubGlobal('createImageBitmap', async () => ({ width: 9, height: 9, close: () => undefined }));
  predict.mockRejectedValueOnce(new ApiError({ code: 503, error: 'recognitionBusy', message: 'Try again shortly.' }));
  await pick();
  await waitFor(async () => expect(await alertText()).toBe('Error loading image, try again'));
  expect(screen.getByText('Try again shortly.')).toBeTruthy();
  press('OK');
  predict.mockRejectedValueOnce(new ApiError({ code: 503, error: 'catalogueNotReady', message: 'Being prepared.' }));
  await pick();
  expect(await alertText('Recognition')).toBe('Being prepared.');
  expect(screen.queryByText('Error loading image, try again')).toBeNull();
  press('OK');
  predict.mockResolvedValueOnce([]);
  await pick();
  await waitFor(async () => expect(await alertText()).toBe('No related images were found'));
});

test('D5.20, D8.13: a build that measures quality refuses a blurred picture before it is sent', async () => {
  giveConfig({ recognition: { ...RECOGNITION, measuresQuality: true } });
  measured.sharpness = 129;
  show();
  await pick();
  expect(await alertText()).toBe('Bad quality image');
  press('OK');
  expect(predict).not.toHaveBeenCalled();
  measured.sharpness = 130;
  predict.mockResolvedValue([]);
  await pick();
  await waitFor(() => expect(predict).toHaveBeenCalledOnce());
});

test('D5.20, D8.13: a build that measures quality says so if the picture cannot be opened again', async () => {
  giveConfig({ recognition: { ...RECOGNITION, measuresQuality: true } });
  const bitmap = { width: 900, height: 900, close: () => undefined };
  const open = vi.fn<() => Promise<typeof bitmap>>().mockResolvedValueOnce(bitmap).mockRejectedValue(new Error('lost'));
  vi.stubGlobal('createImageBitmap', open);
  show();
  await pick();
  expect(await alertText()).toBe('Error opening image');
  expect(predict).not.toHaveBeenCalled();
});

test('a photograph whose sharpness cannot be measured is sent', async () => {
  giveConfig({ recognition: { ...RECOGNITION, measuresQuality: true } });
  measured.isCrashed = true;
  predict.mockResolvedValue([]);
  show();
  await pick();
  await waitFor(() => expect(predict).toHaveBeenCalledOnce());
});

test('the focus goes to «Cancel» while a picture is searched, and then back to the camera', async () => {
  predict.mockReturnValueOnce(new Promise(() => undefined)).mockResolvedValueOnce([]);
  show();
  await pick();
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  await waitFor(() => expect(document.activeElement).toBe(cancel));
  fireEvent.click(cancel);
  // There is no camera: its shutter is disabled.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Gallery' })));
  await pick();
  expect(await alertText()).toBe('No related images were found');
  press('OK');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Gallery' })));
});

test('D2.64, D8.13, D9.12: resolution, mode, tolerance, note and the last image are in the settings', async () => {
  show();
  await camera();
  press('Camera settings');
  const sheet = await screen.findByRole('dialog', { name: 'Camera settings' });
  const tolerance = within(sheet).getByRole<HTMLInputElement>('slider', { name: /^Focus tolerance/ });
  expect([tolerance.min, tolerance.max, tolerance.step, tolerance.value]).toEqual(['0', '350', '1', '130']);
  fireEvent.click(within(sheet).getByRole('button', { name: 'Higher' }));
  expect(await alertText()).toBe('Already at max resolution');
  press('OK');
  const lower = within(sheet).getByRole('button', { name: 'Lower' });
  for (let times = 0; times < 3; times += 1) fireEvent.click(lower);
  await waitFor(async () => expect(await alertText()).toBe('Already at min resolution'));
  press('OK');
  fireEvent.click(within(sheet).getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await alertText()).toBe('No images to download'));
  press('OK');
  const modes = ['Texture', 'Colour 1', 'Colour 2', 'Texture'];
  for (const mode of modes) {
    expect(within(sheet).getByText(mode)).toBeTruthy();
    fireEvent.click(within(sheet).getByRole('button', { name: 'Next' }));
  }
  fireEvent.click(within(sheet).getByRole('button', { name: 'Write' }));
  const prompt = await screen.findByRole('dialog', { name: 'Note' });
  fireEvent.change(within(prompt).getByRole('textbox'), { target: { value: 'In the hall' } });
  fireEvent.click(within(prompt).getByRole('button', { name: 'OK' }));
  predict.mockResolvedValue([]);
  await pick();
  await waitFor(() =>
    expect(predict.mock.calls[0]?.[0]?.customParams).toEqual({
      mode: 1,
      regions: false,
      learn: false,
      note: 'In the hall',
    }),
  );
});

test('D2.64, D9.12: the last image is saved as PNG, under the prefix of the build and a number', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const png = { drawImage() {} };
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => png;
      convertToBlob = async ({ type }: { readonly type: string }) => new Blob(['png'], { type });
    },
  );
  const create = vi.spyOn(URL, 'createObjectURL');
  predict.mockResolvedValue([]);
  show();
  await pick();
  expect(await alertText()).toBe('No related images were found');
  press('OK');
  press('Camera settings');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const [link] = saved.mock.contexts as HTMLAnchorElement[];
  expect(link?.download).toMatch(/^[\w-]+-recognition-([1-9]\d{0,2}|1000)\.png$/);
  expect(create.mock.lastCall?.[0]).toMatchObject({ type: 'image/png' });
});

test('D2.64: an open camera has its light, its exposure and the other side; a debug build shows what it goes by', async () => {
  const tracks: TestCameraTrack[] = [];
  vi.stubGlobal('MediaStreamTrack', TestCameraTrack);
  getUserMedia.mockImplementation(async () => {
    const track = new TestCameraTrack(`camera ${tracks.length}`);
    tracks.push(track);
    return { getVideoTracks: () => [track] } as unknown as MediaStream;
  });
  const devices = ['front', 'back'].map((label) => ({ kind: 'videoinput', deviceId: label, label }));
  Object.assign(navigator.mediaDevices, { enumerateDevices: async () => devices });
  giveConfig({ recognition: { ...RECOGNITION, debug: true } });
  show();
  const exposure = await screen.findByRole<HTMLInputElement>('slider', { name: 'Exposure' });
  expect([exposure.min, exposure.max, exposure.step]).toEqual(['-2', '2', '0.5']);
  fireEvent.change(exposure, { target: { value: '1.5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Light' }));
  const last = () => tracks.find(({ readyState }) => readyState === 'live')?.applied ?? [];
  await waitFor(() => expect(JSON.stringify(last())).toMatch(/"exposureCompensation":1.5.*"torch":true/));
  expect((await screen.findByText(/1280 × 800 · 30\/s/)).textContent).toMatch(/sharpness – \/ 130\s+mode 0\s+device/);
  press('Camera settings');
  const sheet = await screen.findByRole('dialog', { name: 'Camera settings' });
  expect(within(sheet).getByRole<HTMLInputElement>('slider', { name: /^ISO/ }).max).toBe('800');
  const before = tracks.length;
  fireEvent.click(within(sheet).getByRole('button', { name: 'Switch camera' }));
  await waitFor(() => expect(tracks.length).toBeGreaterThan(before));
});

test('D9.29: a build with the debug setting shows sample results: the contents of the catalogue', async () => {
  giveConfig({ recognition: { ...RECOGNITION, debug: true } });
  show();
  await camera();
  press('Camera settings');
  fireEvent.click(await screen.findByRole('button', { name: 'Show sample results' }));
  expect(await screen.findByRole('region', { name: 'The product in your photo' })).toBeTruthy();
  expect(predict).not.toHaveBeenCalled();
});

test('photographs are kept only by the catalogue that was agreed to, which the camera says, and not after it is left', async () => {
  isLearning = true;
  predict.mockResolvedValue([resultOf('Statuario Luna')]);
  const router = show();
  const kept = 'The catalogue keeps your photos';
  await camera();
  expect(screen.queryByText(kept)).toBeNull();
  press('Camera settings');
  fireEvent.click(await screen.findByRole('switch', { name: /^The catalogue may keep/ }));
  expect(screen.getByText(kept)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await pick();
  fireEvent.click(await screen.findByRole('button', { name: 'New photo' }));
  await camera();
  expect(await screen.findByText(kept)).toBeTruthy();

  await router.navigate({ to: '/asset-recognition', search: { model: 'TILES', customer: 'QUARRY' } });
  await waitFor(() => expect(screen.queryByText(kept)).toBeNull());
  await pick();
  await waitFor(() => expect(predict).toHaveBeenCalledTimes(2));
  expect(predict.mock.calls.map(([call]) => [call?.customerCode, call?.customParams?.learn])).toEqual([
    ['ATELIER', true],
    ['QUARRY', false],
  ]);

  router.history.push('/tiles');
  await screen.findByRole('link', { name: 'Find a tile' });
  await router.navigate({ to: '/asset-recognition', search: { model: 'TILES' } });
  await camera();
  press('Camera settings');
  expect((await screen.findByRole('switch')).getAttribute('aria-checked')).toBe('false');
});

test('D8.6: «No data available» if the menu has no such catalogue', async () => {
  show('/asset-recognition?model=GONE');
  expect(await screen.findByRole('dialog', { name: 'No data available' })).toBeTruthy();
});
