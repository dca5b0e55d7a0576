/** A camera that shows what the test gives it, so that the test knows where a marker is. */
import type { Page } from '@playwright/test';
import type { GrayImage } from '@earth/vision';
import sharp from 'sharp';

declare global {
  interface Window {
    /** Shows a picture from now on. */
    testShowFrame: (address: string) => Promise<void>;
    /** The tracks of this camera, in the order of their opening. */
    testFilmTracks: MediaStreamTrack[];
    /** The targets that appeared since a test began to watch. */
    testAppeared: string[];
  }
}

const FRAMES_PER_SECOND = 15;

/** Runs in the page before its own code. */
function installFilmCamera(framesPerSecond: number) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 640, height: 480 });
  const context = canvas.getContext('2d');
  let shown: CanvasImageSource | null = null;
  const draw = () => {
    if (shown) context?.drawImage(shown, 0, 0);
    else context?.fillRect(0, 0, canvas.width, canvas.height);
  };
  // Drawn again and again: a canvas gives no frame while it does not change.
  setInterval(draw, 1000 / framesPerSecond);
  window.testShowFrame = async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    shown = image;
    draw();
  };
  window.testFilmTracks = [];
  navigator.mediaDevices.getUserMedia = async () => {
    const stream = canvas.captureStream(framesPerSecond);
    window.testFilmTracks.push(...stream.getTracks());
    return stream;
  };
}

/** Must be called before the page is opened. */
export const giveFilmCamera = (page: Page) => page.addInitScript(installFilmCamera, FRAMES_PER_SECOND);

async function addressOf({ data, width, height }: GrayImage): Promise<string> {
  const jpeg = await sharp(data, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 92 })
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

export async function showFrame(page: Page, frame: GrayImage): Promise<void> {
  await page.evaluate((address) => window.testShowFrame(address), await addressOf(frame));
}

/** Shows the frames in turn, each for 200 ms, over and over. */
export async function playFilm(page: Page, frames: readonly GrayImage[], milliseconds: number): Promise<void> {
  const addresses = await Promise.all(frames.map(addressOf));
  await page.evaluate(
    async ([pictures, duration]) => {
      const end = performance.now() + duration;
      for (let at = 0; performance.now() < end; at += 1) {
        await window.testShowFrame(pictures[at % pictures.length] ?? '');
        await new Promise((next) => setTimeout(next, 200));
      }
    },
    [addresses, milliseconds] as const,
  );
}

/** As a call of the phone does: it takes the camera, and gives it back. */
export const interruptFilm = (page: Page, event: 'mute' | 'unmute') =>
  page.evaluate((name) => window.testFilmTracks.at(-1)?.dispatchEvent(new Event(name)), event);

/** How many of this camera's tracks run. */
export const countFilmTracks = (page: Page) =>
  page.evaluate(() => window.testFilmTracks.filter(({ readyState }) => readyState === 'live').length);
