/** QR code scanner: uses the browser's native detector if there is one, else a small library, which is loaded lazily. */

/** The part of the Shape Detection API that is used; TypeScript has no types for it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorKind {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** The interval between two pictures; a hand holds still for longer. */
const EVERY_MS = 200;
/**
 * Pictures are scaled down to this side length: a code that fills half of it still has several pixels per module, and reading takes
 * a few milliseconds.
 */
const SIDE_MAX = 720;

type Read = (video: HTMLVideoElement) => Promise<string | null>;

async function nativeRead(): Promise<Read | null> {
  const { BarcodeDetector: Kind } = globalThis as { BarcodeDetector?: DetectorKind };
  if (!Kind || !(await Kind.getSupportedFormats()).includes('qr_code')) return null;
  const detector = new Kind({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

/** The text of a code in a picture; null: there is none. */
export async function readPicture(picture: ImageData): Promise<string | null> {
  const { default: decode } = await import('qr/decode.js');
  try {
    return decode(picture);
  } catch {
    return null;
  }
}

function libraryRead(): Read {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const { videoWidth, videoHeight } = video;
    const scale = Math.min(1, SIDE_MAX / Math.max(videoWidth, videoHeight));
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
    if (!context || width === 0 || height === 0) return null;
    canvas.width = width;
    canvas.height = height;
    context.drawImage(video, 0, 0, width, height);
    return readPicture(context.getImageData(0, 0, width, height));
  };
}

/** Reports each code that the camera of a playing video shows. */
export async function readCodes(
  video: HTMLVideoElement,
  onRead: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const read = (await nativeRead().catch(() => null)) ?? libraryRead();
  const look = async () => {
    if (signal.aborted) return;
    const text = await read(video).catch(() => null);
    if (signal.aborted) return;
    if (text !== null) onRead(text);
    setTimeout(() => void look(), EVERY_MS);
  };
  await look();
}
