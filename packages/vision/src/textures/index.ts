/**
 * Textures of tiles and slabs from a seed: the recognition net is trained with them, and benches, tests and the demo use them. Nothing is taken from a
 * photograph.
 */
import { createRandom } from '../random';
import { crystals, flecks, pebbles, shards } from './aggregates';
import { brushed, bumps, geometric, mosaic, patina, relief } from './decors';
import { createPicker, type Picker, type Texture } from './palette';
import { encaustic, glaze, laid, stripes, terrazzo, textile } from './patterns';
import { concrete, granite, marble, onyx, slate, stone, travertine, wood } from './stones';

const FAMILIES = {
  marble,
  granite,
  stone,
  concrete,
  wood,
  travertine,
  onyx,
  slate,
  terrazzo,
  glaze,
  laid,
  encaustic,
  textile,
  stripes,
  crystals,
  shards,
  pebbles,
  flecks,
  brushed,
  patina,
  relief,
  bumps,
  mosaic,
  geometric,
} satisfies Record<string, (pick: Picker) => Texture>;

export type TextureFamily = keyof typeof FAMILIES;
export const TEXTURE_FAMILIES = Object.keys(FAMILIES) as readonly TextureFamily[];

export const createTexture = (family: TextureFamily, seed: number): Texture =>
  FAMILIES[family](createPicker(createRandom(seed)));

export interface PaintOptions {
  /** Pixels of a side. */
  readonly side: number;
  /** How much of the texture is seen, in sides of a tile: 2 shows the same surface from twice as far, which makes another product of it. */
  readonly extent?: number;
  /** Where the picture begins, in sides of a tile. */
  readonly x?: number;
  readonly y?: number;
  /** Values per pixel: 4, or 2 for half of the work. */
  readonly samples?: 2 | 4;
  /** Added to red, green and blue: a variant of the product in another colour. */
  readonly tint?: readonly [red: number, green: number, blue: number];
}

/** @returns RGBA */
export function paintTexture(texture: Texture, options: PaintOptions) {
  const { side, extent = 1, x: left = 0, y: top = 0, samples = 4, tint = [0, 0, 0] } = options;
  const data = new Uint8ClampedArray(4 * side * side).fill(255);
  const color = new Float32Array(3);
  const sum = new Float32Array(3);
  for (let y = 0, to = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1, to += 4) {
      sum.fill(0);
      // The first two of the four lie across from each other.
      for (let sample = 0; sample < samples; sample += 1) {
        const across = x + ((sample & 1) === 0 ? 0.25 : 0.75);
        const down = y + (sample === 1 || sample === 2 ? 0.75 : 0.25);
        texture(left + (across / side) * extent, top + (down / side) * extent, color);
        for (let part = 0; part < 3; part += 1) sum[part]! += Math.min(255, Math.max(0, color[part]!));
      }
      for (let part = 0; part < 3; part += 1) data[to + part] = sum[part]! / samples + tint[part]!;
    }
  return { width: side, height: side, data };
}
