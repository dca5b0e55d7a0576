import { encodeQR } from 'qr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readCodes, readPicture } from './read-codes';

const CODE = `earth-safety-number/1/${'Ab0+'.repeat(21)}Ab==`;
const PIXELS = 6;
const EDGE = 7;

/** A camera picture: the code as the app draws it, on a grey background. */
function pictureOf(text: string): ImageData {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  const side = (modules.length + 2 * EDGE) * PIXELS;
  const data = new Uint8ClampedArray(side * side * 4);
  for (let at = 0; at < side * side; at += 1) {
    const [column, row] = [at % side, Math.floor(at / side)].map((place) => Math.floor(place / PIXELS) - EDGE);
    const isDark = modules[row ?? -1]?.[column ?? -1] === true;
    data.set(
      [0, 0, 0, 255].map((part) => (part === 0 && !isDark ? 225 : Math.max(part, 20))),
      at * 4,
    );
  }
  return { data, width: side, height: side, colorSpace: 'srgb' };
}

test('reads a code drawn by the app', async () => {
  expect(await readPicture(pictureOf(CODE))).toBe(CODE);
});

test('finds nothing in a picture without a code', async () => {
  const picture = pictureOf(CODE);
  picture.data.fill(128);
  expect(await readPicture(picture)).toBeNull();
});

/** Like the native detector of browsers: it reads from the video element. */
class TestDetector {
  static readonly formats = vi.fn<() => Promise<readonly string[]>>();
  static readonly seen = vi.fn<(video: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>>();
  static readonly options: unknown[] = [];
  static getSupportedFormats = () => TestDetector.formats();
  constructor(options: unknown) {
    TestDetector.options.push(options);
  }
  detect = (video: HTMLVideoElement) => TestDetector.seen(video);
}

describe('with a camera', () => {
  const getImageData = vi.fn<() => ImageData>();

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    vi.stubGlobal('BarcodeDetector', TestDetector);
    TestDetector.formats.mockResolvedValue(['ean_13', 'qr_code']);
    TestDetector.seen.mockResolvedValue([]);
    TestDetector.options.length = 0;
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      drawImage: () => {},
      getImageData: getImageData.mockImplementation(() => pictureOf(CODE)),
    } as unknown as RenderingContext);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.clearAllMocks();
  });

  /** Shows a code to the camera. */
  function scan() {
    const video = document.createElement('video');
    Object.defineProperties(video, {
      videoWidth: { value: 1280 },
      videoHeight: { value: 720 },
    });
    const stop = new AbortController();
    const read: string[] = [];
    const looking = readCodes(video, (text) => read.push(text), stop.signal);
    return { video, stop, read, looking, next: () => vi.advanceTimersByTimeAsync(200) };
  }

  test('polls the browser’s native detector for QR codes until one is found', async () => {
    TestDetector.seen
      .mockResolvedValueOnce([])
      .mockRejectedValueOnce(new Error('The picture is not ready'))
      .mockResolvedValueOnce([{ rawValue: CODE }, { rawValue: 'another beside it' }]);
    const { video, stop, read, looking, next } = scan();
    await looking;
    expect(read).toEqual([]);
    await next();
    await next();
    stop.abort();
    expect([read, TestDetector.options]).toEqual([[CODE], [{ formats: ['qr_code'] }]]);
    expect(TestDetector.seen).toHaveBeenCalledWith(video);
    expect(getImageData).not.toHaveBeenCalled();
  });

  test.each([
    ['has none', () => vi.stubGlobal('BarcodeDetector', undefined)],
    ['has a detector without QR codes', () => TestDetector.formats.mockResolvedValue(['ean_13'])],
    ['has a detector that fails', () => TestDetector.formats.mockRejectedValue(new Error('No service'))],
  ])('if the browser %s, reads the app’s code with the library', async (_, lack) => {
    lack();
    const { stop, read, looking } = scan();
    await looking;
    stop.abort();
    expect(read).toEqual([CODE]);
    expect(TestDetector.seen).not.toHaveBeenCalled();
  });

  test('after it was stopped, reports nothing', async () => {
    let find = (_: readonly { readonly rawValue: string }[]) => {};
    TestDetector.seen.mockReturnValueOnce(new Promise((resolve) => (find = resolve)));
    const { stop, read, looking, next } = scan();
    await vi.waitFor(() => expect(TestDetector.seen).toHaveBeenCalledOnce());
    stop.abort();
    find([{ rawValue: CODE }]);
    await looking;
    await next();
    expect([read, TestDetector.seen.mock.calls.length]).toEqual([[], 1]);
  });
});
