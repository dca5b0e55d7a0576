/** Disturbances of photographs: each as a bad photograph of the same subject would have it, and the same for the same seed. */
import { createRandom } from '@earth/vision/random';
import sharp from 'sharp';

/** `none`: the photograph as it is. */
export const disturbances = ['none', 'light', 'blur', 'crop', 'angle', 'scale'] as const;
export type Disturbance = (typeof disturbances)[number];

/** A photograph that the server refuses: it cannot be decoded, or is too small. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

const SIDE_MAX = 800;
const JPEG_QUALITY = 88;

interface Pixels {
  /** RGB. */
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

type Random = () => number;
const between = (random: Random, low: number, high: number) => low + (high - low) * random();

/** Darker or brighter, with another colour of the light, and brighter to one side. */
function light({ data, width, height }: Pixels, random: Random): Pixels {
  const gain = random() < 0.5 ? between(random, 0.6, 0.8) : between(random, 1.15, 1.35);
  const gains = [0, 1, 2].map(() => gain * between(random, 0.92, 1.08));
  const [across, down] = [between(random, -0.2, 0.2), between(random, -0.2, 0.2)];
  const lit = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at += 1) {
    const pixel = Math.floor(at / 3);
    const [x, y] = [(2 * (pixel % width)) / width - 1, (2 * Math.floor(pixel / width)) / height - 1];
    lit[at] = (data[at] ?? 0) * (gains[at % 3] ?? 1) * (1 + across * x + down * y);
  }
  return { data: Buffer.from(lit), width, height };
}

/** Mirrors a place at the edges. */
function mirrored(place: number, size: number): number {
  const within = ((Math.floor(place) % (2 * size)) + 2 * size) % (2 * size);
  return within < size ? within : 2 * size - 1 - within;
}

/**
 * Seen in another way: `placeOf` gives the place in the photograph of a place of the result, both relative to the centre and to half of the
 * longer side. Beyond its edges the photograph is mirrored.
 */
function seen({ data, width, height }: Pixels, placeOf: (x: number, y: number) => readonly [number, number]): Pixels {
  const half = Math.max(width, height) / 2;
  const result = Buffer.alloc(data.length);
  for (let y = 0, to = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, to += 3) {
      const [across, down] = placeOf((x - width / 2) / half, (y - height / 2) / half);
      const from =
        3 * (mirrored(height / 2 + down * half, height) * width + mirrored(width / 2 + across * half, width));
      data.copy(result, to, from, from + 3);
    }
  return { data: result, width, height };
}

/** Turned by 10° to 20°, and from the side: what is farther away is smaller. */
function angle(pixels: Pixels, random: Random): Pixels {
  const sign = () => (random() < 0.5 ? -1 : 1);
  const turn = (sign() * between(random, 10, 20) * Math.PI) / 180;
  const [across, down] = [sign() * between(random, 0.1, 0.25), sign() * between(random, 0.1, 0.25)];
  return seen(pixels, (x, y) => {
    const depth = 1 + across * x + down * y;
    return [(x * Math.cos(turn) - y * Math.sin(turn)) / depth, (x * Math.sin(turn) + y * Math.cos(turn)) / depth];
  });
}

/** From 1.2 to 1.6 times as far away. */
function scale(pixels: Pixels, random: Random): Pixels {
  const factor = between(random, 1.2, 1.6);
  return seen(pixels, (x, y) => [x * factor, y * factor]);
}

/** Half to three quarters of each side. */
async function crop({ data, width, height }: Pixels, random: Random): Promise<Pixels> {
  const share = between(random, 0.5, 0.75);
  const [partWidth, partHeight] = [Math.round(share * width), Math.round(share * height)];
  const left = Math.floor(random() * (width - partWidth));
  const top = Math.floor(random() * (height - partHeight));
  const part = { left, top, width: partWidth, height: partHeight };
  const cut = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract(part)
    .toBuffer();
  return { data: cut, width: partWidth, height: partHeight };
}

/** Out of focus by a two hundredth of the longer side, as far as the eye sees it at once. */
async function blur({ data, width, height }: Pixels, random: Random): Promise<Pixels> {
  const sigma = (between(random, 0.7, 1.3) * Math.max(width, height)) / 300;
  const blurred = await sharp(data, { raw: { width, height, channels: 3 } })
    .blur(Math.max(0.5, sigma))
    .toBuffer();
  return { data: blurred, width, height };
}

const changes = { light, blur, crop, angle, scale };

/** @returns a JPEG of at most 800 pixels on a side @throws RefusedError if the picture cannot be decoded */
export async function disturb(picture: Uint8Array, kind: Disturbance, seed: number): Promise<Buffer> {
  const { data, info } = await sharp(picture)
    .autoOrient()
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new RefusedError('The picture cannot be decoded', { cause: error });
    });
  const whole = { data, width: info.width, height: info.height };
  const { width, height, data: changed } = kind === 'none' ? whole : await changes[kind](whole, createRandom(seed));
  return await sharp(changed, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
}
