/** A second camera, which looks at a table. The browser's fake cameras show one film, or no table. */
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Whether a hand is in the picture of the second camera. */
    testHand: boolean;
  }
}

/** Its picture, and the hand in it, in pixels. */
export const HAND_CAMERA = {
  label: 'Hand camera',
  width: 640,
  height: 480,
  hand: { left: 200, top: 140, width: 160, height: 200, color: [208, 120, 80] },
} as const;

/** Runs in the page before its own code. */
function installHandCamera({ label, width, height, hand }: typeof HAND_CAMERA) {
  window.testHand = false;
  const id = 'hand-camera';
  const device = { kind: 'videoinput', deviceId: id, groupId: '', label, toJSON: () => ({}) } as const;
  const { mediaDevices } = navigator;
  const enumerate = mediaDevices.enumerateDevices.bind(mediaDevices);
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.enumerateDevices = async () => [...(await enumerate()), device];

  /** Pictures of the table: squares of many greys, each time with other noise. */
  function makeTables(): readonly ImageData[] {
    let seed = 7;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const side = 20;
    const greys = Array.from({ length: (width / side) * (height / side) }, () => 60 + 120 * random());
    return Array.from({ length: 3 }, () => {
      const table = new ImageData(width, height);
      for (let y = 0, at = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1, at += 4) {
          const grey = greys[Math.floor(y / side) * (width / side) + Math.floor(x / side)] ?? 0;
          table.data.set(
            [0, 1, 2].map(() => grey + 8 * random() - 4),
            at,
          );
          table.data[at + 3] = 255;
        }
      return table;
    });
  }

  let tables: readonly ImageData[] | null = null;
  function film(): MediaStream {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    tables ??= makeTables();
    const pictures = tables;
    let turn = 0;
    const stream = canvas.captureStream(15);
    const [track] = stream.getVideoTracks();
    const timer = setInterval(() => {
      const table = pictures[turn % pictures.length];
      turn += 1;
      if (!context || !table || track?.readyState === 'ended') return clearInterval(timer);
      context.putImageData(table, 0, 0);
      context.fillStyle = `rgb(${hand.color.join()})`;
      if (window.testHand) context.fillRect(hand.left, hand.top, hand.width, hand.height);
    }, 66);
    return stream;
  }

  mediaDevices.getUserMedia = async (constraints) => {
    const wished = typeof constraints?.video === 'object' ? constraints.video.deviceId : undefined;
    const isThis = typeof wished === 'object' && 'exact' in wished && wished.exact === id;
    if (!isThis) return open(constraints);
    const stream = film();
    window.testTracks.push(...stream.getTracks());
    return stream;
  };
}

/** Must be called before the page is opened. */
export const giveHandCamera = (page: Page) => page.addInitScript(installHandCamera, HAND_CAMERA);

export const showHand = (page: Page, isShown: boolean) =>
  page.evaluate((shown) => {
    window.testHand = shown;
  }, isShown);
