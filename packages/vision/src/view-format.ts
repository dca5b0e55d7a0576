/**
 * The stored forms of views, little-endian. A view file (`.evw`) holds what recognition of one view needs, the index of a model (`.evx`) the
 * features that choose among its views. The first bytes name the form and its version: one that is unknown is computed again.
 */
import { createImage, type GrayImage } from './image';
import { WORDS } from './kernels';
import type { ViewFeatures } from './shortlist';
import type { TrainedDescriptors } from './target';

const FORMAT_VERSION = 1;
const VIEW_MAGIC = 0x57_56_45; // «EVW»
const INDEX_MAGIC = 0x58_56_45; // «EVX»
export const MASK_SIDE = 64;
const MASK_BYTES = (MASK_SIDE * MASK_SIDE) / 8;
const DESCRIPTOR_BYTES = 4 * WORDS + 4 + 8;
const FEATURE_BYTES = 4 * WORDS + 4;
const HEADER_BYTES = 16;
/** Fixed point: sixteenths of a pixel, 1/1024 of a frame's element and of a scale, 1/65536 of a turn. */
const PLACE_UNIT = 16;
const FRAME_UNIT = 1024;
const TURN_UNIT = 65_536;

export interface StoredView {
  readonly descriptors: TrainedDescriptors;
  /** 64 × 64; null: all of the picture is used. */
  readonly mask: GrayImage | null;
  /** The canonical grey picture, compressed: its decoder is the host's. */
  readonly picture: Uint8Array;
}

const clamped = (value: number, low: number, high: number) => Math.min(high, Math.max(low, Math.round(value)));
const toInt16 = (value: number) => clamped(value, -32_768, 32_767);
const toUint16 = (value: number) => clamped(value, 0, 65_535);

/** The first four bytes: magic and version. */
const tagOf = (magic: number) => magic | (FORMAT_VERSION << 24);

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export function encodeView({ descriptors, mask, picture }: StoredView): Uint8Array {
  const { count, bits, x, y, frames } = descriptors;
  const maskBytes = mask ? MASK_BYTES : 0;
  const bytes = new Uint8Array(HEADER_BYTES + maskBytes + count * DESCRIPTOR_BYTES + picture.length);
  const data = viewOf(bytes);
  data.setUint32(0, tagOf(VIEW_MAGIC), true);
  data.setUint32(4, count, true);
  data.setUint32(8, picture.length, true);
  data.setUint32(12, maskBytes, true);
  if (mask)
    for (const [at, value] of mask.data.entries()) if (value >= 128) bytes[HEADER_BYTES + (at >> 3)]! |= 1 << (at & 7);
  let to = HEADER_BYTES + maskBytes;
  for (let at = 0; at < count; at += 1, to += DESCRIPTOR_BYTES) {
    for (let word = 0; word < WORDS; word += 1) data.setInt32(to + 4 * word, bits[at * WORDS + word]!, true);
    data.setUint16(to + 32, toUint16(x[at]! * PLACE_UNIT), true);
    data.setUint16(to + 34, toUint16(y[at]! * PLACE_UNIT), true);
    for (let element = 0; element < 4; element += 1)
      data.setInt16(to + 36 + 2 * element, toInt16(frames[4 * at + element]! * FRAME_UNIT), true);
  }
  bytes.set(picture, to);
  return bytes;
}

function readMask(bytes: Uint8Array): GrayImage {
  const mask = createImage(MASK_SIDE, MASK_SIDE);
  for (let at = 0; at < mask.data.length; at += 1) mask.data[at] = (bytes[at >> 3]! >> (at & 7)) & 1 ? 255 : 0;
  return mask;
}

/** Null if the bytes are of another version, cut off or no view. */
export function decodeView(bytes: Uint8Array): StoredView | null {
  if (bytes.length < HEADER_BYTES) return null;
  const data = viewOf(bytes);
  const [count, pictureBytes, maskBytes] = [data.getUint32(4, true), data.getUint32(8, true), data.getUint32(12, true)];
  const isWhole = bytes.length === HEADER_BYTES + maskBytes + count * DESCRIPTOR_BYTES + pictureBytes;
  if (data.getUint32(0, true) !== tagOf(VIEW_MAGIC) || !isWhole || (maskBytes !== 0 && maskBytes !== MASK_BYTES))
    return null;
  const descriptors = {
    count,
    bits: new Int32Array(count * WORDS),
    x: new Float32Array(count),
    y: new Float32Array(count),
    frames: new Float32Array(4 * count),
  };
  let from = HEADER_BYTES + maskBytes;
  for (let at = 0; at < count; at += 1, from += DESCRIPTOR_BYTES) {
    for (let word = 0; word < WORDS; word += 1)
      descriptors.bits[at * WORDS + word] = data.getInt32(from + 4 * word, true);
    descriptors.x[at] = data.getUint16(from + 32, true) / PLACE_UNIT;
    descriptors.y[at] = data.getUint16(from + 34, true) / PLACE_UNIT;
    for (let element = 0; element < 4; element += 1)
      descriptors.frames[4 * at + element] = data.getInt16(from + 36 + 2 * element, true) / FRAME_UNIT;
  }
  const mask = maskBytes === 0 ? null : readMask(bytes.subarray(HEADER_BYTES, HEADER_BYTES + MASK_BYTES));
  return { descriptors, mask, picture: bytes.slice(from) };
}

/** An entry of a model's index. */
export interface IndexedView {
  /** Names the view's file. */
  readonly id: string;
  readonly features: ViewFeatures;
}

const ID_BYTES = 64;
const ENTRY_BYTES = ID_BYTES + 4;

/** @throws RangeError if an id is longer than 64 bytes */
export function encodeIndex(views: readonly IndexedView[]): Uint8Array {
  const total = views.reduce((sum, { features }) => sum + features.count, 0);
  const bytes = new Uint8Array(8 + views.length * ENTRY_BYTES + total * FEATURE_BYTES);
  const data = viewOf(bytes);
  data.setUint32(0, tagOf(INDEX_MAGIC), true);
  data.setUint32(4, views.length, true);
  let to = 8;
  for (const { id, features } of views) {
    const name = new TextEncoder().encode(id);
    if (name.length > ID_BYTES) throw new RangeError(`The id of a view has more than ${ID_BYTES} bytes`);
    bytes.set(name, to);
    data.setUint32(to + ID_BYTES, features.count, true);
    to += ENTRY_BYTES;
    for (let at = 0; at < features.count; at += 1, to += FEATURE_BYTES) {
      for (let word = 0; word < WORDS; word += 1) data.setInt32(to + 4 * word, features.bits[at * WORDS + word]!, true);
      const turn = features.angle[at]! / (2 * Math.PI);
      data.setUint16(to + 32, Math.floor((turn - Math.floor(turn)) * TURN_UNIT), true);
      data.setUint16(to + 34, toUint16(features.scale[at]! * FRAME_UNIT), true);
    }
  }
  return bytes;
}

/** Null if the bytes are of another version, cut off or no index. */
export function decodeIndex(bytes: Uint8Array): readonly IndexedView[] | null {
  if (bytes.length < 8) return null;
  const data = viewOf(bytes);
  const views: IndexedView[] = [];
  if (data.getUint32(0, true) !== tagOf(INDEX_MAGIC)) return null;
  let from = 8;
  for (let left = data.getUint32(4, true); left > 0; left -= 1) {
    if (from + ENTRY_BYTES > bytes.length) return null;
    const id = new TextDecoder().decode(bytes.subarray(from, from + ID_BYTES)).replace(/\0+$/, '');
    const count = data.getUint32(from + ID_BYTES, true);
    from += ENTRY_BYTES;
    if (from + count * FEATURE_BYTES > bytes.length) return null;
    const features = {
      count,
      bits: new Int32Array(count * WORDS),
      angle: new Float32Array(count),
      scale: new Float32Array(count),
    };
    for (let at = 0; at < count; at += 1, from += FEATURE_BYTES) {
      for (let word = 0; word < WORDS; word += 1)
        features.bits[at * WORDS + word] = data.getInt32(from + 4 * word, true);
      features.angle[at] = (data.getUint16(from + 32, true) / TURN_UNIT) * 2 * Math.PI;
      features.scale[at] = data.getUint16(from + 34, true) / FRAME_UNIT;
    }
    views.push({ id, features });
  }
  return from === bytes.length ? views : null;
}
