/** A scene in front of a camera that stands still, with a hand of one colour, for the background removal. */
import { sampleInside } from '@earth/vision';
import { createRandom } from '@earth/vision/random';

import { deadLeaves } from '@earth/vision/testing/pictures';

export const SIZE = { width: 640, height: 480 };
const SKIN = [205, 160, 130];
/** Half of the hand's width and height. */
const HAND = [80, 110] as const;

export interface Shot {
  /** Centre of the hand. */
  readonly hand?: readonly [x: number, y: number];
  readonly gain?: number;
  readonly noise?: number;
  readonly shift?: readonly [x: number, y: number];
  readonly shadow?: readonly [x: number, y: number];
}

export const CLIPS: Readonly<Record<string, Shot>> = {
  'noise of σ = 5': {},
  'noise of σ = 10': { noise: 10 },
  'exposure × 0.8': { gain: 0.8 },
  'exposure × 1.25': { gain: 1.25 },
  'camera held by hand': { shift: [1.5, -1] },
  'a shadow beside it': { shadow: [520, 380] },
};

export const isHand = ({ hand }: Shot, at: number): boolean => {
  if (!hand) return false;
  const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)];
  return ((x - hand[0]) / HAND[0]) ** 2 + ((y - hand[1]) / HAND[1]) ** 2 < 1;
};

/** @returns frames in RGBA */
export function createFilm(seed: number): (shot: Shot) => Uint8ClampedArray {
  const scene = [1, 2, 3].map((plane) => deadLeaves(seed + plane, SIZE.width, SIZE.height));
  const random = createRandom(seed);
  const gaussian = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return (shot) => {
    const { gain = 1, noise = 5, shift = [0, 0], shadow } = shot;
    const rgba = new Uint8ClampedArray(4 * SIZE.width * SIZE.height);
    for (let at = 0; at < SIZE.width * SIZE.height; at += 1) {
      const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)];
      const dark = shadow ? 0.3 * Math.exp(-(((x - shadow[0]) ** 2 + (y - shadow[1]) ** 2) / 6_400)) : 0;
      const isSkin = isHand(shot, at);
      for (const [channel, plane] of scene.entries()) {
        const seen = isSkin
          ? (SKIN[channel] ?? 0)
          : (40 + 0.6 * sampleInside(plane, x - shift[0], y - shift[1])) * (1 - dark);
        rgba[4 * at + channel] = seen * gain + noise * gaussian();
      }
      rgba[4 * at + 3] = 255;
    }
    return rgba;
  };
}
