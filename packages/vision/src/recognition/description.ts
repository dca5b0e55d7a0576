/** What recognition compares of a picture, and its stored form, little-endian. */
import { DamagedViewError } from '../view-format';
import { type Colors, HISTOGRAM_SIZE, type Lab, PALETTE_SIZE } from './colors';
import { checkTag, DESCRIPTION_MAGIC, TAG_BYTES, viewOf, writeTag } from './format';

/** Length of a vector of the net. */
export const DIMENSIONS = 96;
/** Parts of a picture that the net describes: see `squaresOf`. */
export const SQUARES = 3;

export interface Description {
  /** `SQUARES` vectors of length 1, one after another. */
  readonly textures: Float32Array;
  readonly colors: Colors;
}

const LAB_UNIT = 64;
const DEVIATION_UNIT = 4;
const COLOR_BYTES = 9 + 4 * PALETTE_SIZE + HISTOGRAM_SIZE;
const TEXTURE_BYTES = SQUARES * DIMENSIONS;
export const DESCRIPTION_BYTES = TAG_BYTES + TEXTURE_BYTES + COLOR_BYTES;

const byteOf = (value: number) => Math.min(255, Math.max(0, Math.round(value)));
const signedByteOf = (value: number) => Math.min(127, Math.max(-128, Math.round(value)));

export function encodeDescription({ textures, colors }: Description): Uint8Array {
  const bytes = new Uint8Array(DESCRIPTION_BYTES);
  const data = viewOf(bytes);
  writeTag(bytes, DESCRIPTION_MAGIC);
  let to = TAG_BYTES;
  for (let square = 0; square < SQUARES; square += 1) {
    const vector = textures.subarray(square * DIMENSIONS, (square + 1) * DIMENSIONS);
    // The length is known, so only the direction is stored.
    const most = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 1e-6);
    for (const value of vector) data.setInt8(to++, Math.round((127 * value) / most));
  }
  for (const value of colors.mean) {
    data.setInt16(to, Math.round(value * LAB_UNIT), true);
    to += 2;
  }
  for (const value of colors.deviation) bytes[to++] = byteOf(value * DEVIATION_UNIT);
  for (const { lab, share } of colors.palette) {
    bytes[to++] = byteOf(lab[0] * 2);
    data.setInt8(to++, signedByteOf(lab[1]));
    data.setInt8(to++, signedByteOf(lab[2]));
    bytes[to++] = byteOf(share * 255);
  }
  for (const value of colors.histogram) bytes[to++] = byteOf(value * 255);
  return bytes;
}

const labFrom = (read: (part: number) => number): Lab => [read(0), read(1), read(2)];

/** @param from where the record begins */
export function decodeColors(data: DataView, from: number): Colors {
  const means = from + TAG_BYTES + TEXTURE_BYTES;
  const palettes = means + 9;
  const histogram = palettes + 4 * PALETTE_SIZE;
  return {
    mean: labFrom((part) => data.getInt16(means + 2 * part, true) / LAB_UNIT),
    deviation: labFrom((part) => data.getUint8(means + 6 + part) / DEVIATION_UNIT),
    palette: Array.from({ length: PALETTE_SIZE }, (_, entry) => {
      const at = palettes + 4 * entry;
      const lab: Lab = [data.getUint8(at) / 2, data.getInt8(at + 1), data.getInt8(at + 2)];
      return { lab, share: data.getUint8(at + 3) / 255 };
    }),
    histogram: Float32Array.from({ length: HISTOGRAM_SIZE }, (_, at) => data.getUint8(histogram + at) / 255),
  };
}

/** @throws UnknownFormatError @throws DamagedViewError */
export function checkDescription(bytes: Uint8Array): void {
  checkTag(bytes, DESCRIPTION_MAGIC, TAG_BYTES);
  if (bytes.length !== DESCRIPTION_BYTES) throw new DamagedViewError();
}

/** @throws UnknownFormatError @throws DamagedViewError */
export function decodeDescription(bytes: Uint8Array): Description {
  checkDescription(bytes);
  const data = viewOf(bytes);
  const textures = new Float32Array(TEXTURE_BYTES);
  for (let square = 0; square < SQUARES; square += 1) {
    const vector = textures.subarray(square * DIMENSIONS, (square + 1) * DIMENSIONS);
    for (let at = 0; at < DIMENSIONS; at += 1) vector[at] = data.getInt8(TAG_BYTES + square * DIMENSIONS + at);
    const length = Math.hypot(...vector) || 1;
    for (let at = 0; at < DIMENSIONS; at += 1) vector[at]! /= length;
  }
  return { textures, colors: decodeColors(data, 0) };
}

/** How far the textures are from each other, from 0 to 2: each part of one is compared with the part of the other that is most like it. */
export function textureDistance(one: Description, other: Description): number {
  let sum = 0;
  for (let from = 0; from < TEXTURE_BYTES; from += DIMENSIONS) {
    let most = -1;
    for (let to = 0; to < TEXTURE_BYTES; to += DIMENSIONS) {
      let product = 0;
      for (let at = 0; at < DIMENSIONS; at += 1) product += one.textures[from + at]! * other.textures[to + at]!;
      if (product > most) most = product;
    }
    sum += most;
  }
  return Math.sqrt(Math.max(0, 2 - (2 * sum) / SQUARES));
}
