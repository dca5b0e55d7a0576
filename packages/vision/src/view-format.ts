/**
 * The stored forms of views, little-endian. A view file (`.evw`) holds what recognition of one view needs, an index (`.evx`) the features that
 * choose among views: a header and one record per view, so that an index is made of stored records without computing anything. The first
 * byte of a file is the version of its form, the next three name the form.
 */
import { createImage, type GrayImage } from './image';
import { WORDS } from './kernels';
import type { ViewFeatures } from './shortlist';
import type { TrainedDescriptors } from './target';

/** The version of both forms. Change it with anything that changes descriptors: what has another version is computed again. */
export const VIEW_FORMAT = 2;
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

/** The file was made by another version of the engine. */
export class UnknownFormatError extends Error {
  override readonly name = 'UnknownFormatError';

  constructor(
    readonly version: number,
    expected = VIEW_FORMAT,
  ) {
    super(`The format version is ${version}, not ${expected}`);
  }
}

/** The file is cut off, or is none of the expected form. */
export class DamagedViewError extends Error {
  override readonly name = 'DamagedViewError';

  constructor() {
    super('The file is damaged, or has another form');
  }
}

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

/** The first four bytes: version and name of the form. */
const tagOf = (magic: number) => VIEW_FORMAT | (magic << 8);

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** @throws UnknownFormatError @throws DamagedViewError */
function checkHeader(bytes: Uint8Array, magic: number, headerBytes: number) {
  if (bytes.length < headerBytes) throw new DamagedViewError();
  const tag = viewOf(bytes).getUint32(0, true);
  if (tag >>> 8 !== magic) throw new DamagedViewError();
  if (tag !== tagOf(magic)) throw new UnknownFormatError(tag & 255);
}

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

/** @throws UnknownFormatError @throws DamagedViewError */
export function decodeView(bytes: Uint8Array): StoredView {
  checkHeader(bytes, VIEW_MAGIC, HEADER_BYTES);
  const data = viewOf(bytes);
  const [count, pictureBytes, maskBytes] = [data.getUint32(4, true), data.getUint32(8, true), data.getUint32(12, true)];
  const isWhole = bytes.length === HEADER_BYTES + maskBytes + count * DESCRIPTOR_BYTES + pictureBytes;
  if (!isWhole || (maskBytes !== 0 && maskBytes !== MASK_BYTES)) throw new DamagedViewError();
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

/** An entry of an index. */
export interface IndexedView {
  readonly id: string;
  /** Names the view's file: the first 32 hexadecimal digits of its SHA-256. */
  readonly digest: string;
  /** Of the canonical picture, in pixels: the coordinates from which the engine's poses map. */
  readonly width: number;
  readonly height: number;
  /** The most useful first: a part from the start is a smaller index. */
  readonly features: ViewFeatures;
}

const INDEX_HEADER_BYTES = 8;
const DIGEST_BYTES = 16;
/** Number of features, width, height and length of the id, u16 each, and the digest; the id and the features follow. */
const RECORD_HEADER_BYTES = 8 + DIGEST_BYTES;
const ID_BYTES_MAX = 64;

/** @throws RangeError if the id is longer than 64 bytes, or the digest has not 32 hexadecimal digits */
export function encodeIndexRecord({ id, digest, width, height, features }: IndexedView): Uint8Array {
  const name = new TextEncoder().encode(id);
  if (name.length > ID_BYTES_MAX) throw new RangeError(`The id of a view has more than ${ID_BYTES_MAX} bytes`);
  if (!/^[0-9a-f]{32}$/.test(digest)) throw new RangeError('A digest has 32 hexadecimal digits');
  const bytes = new Uint8Array(RECORD_HEADER_BYTES + name.length + features.count * FEATURE_BYTES);
  const data = viewOf(bytes);
  for (const [at, value] of [features.count, width, height, name.length].entries()) data.setUint16(2 * at, value, true);
  for (let at = 0; at < DIGEST_BYTES; at += 1) bytes[8 + at] = Number.parseInt(digest.slice(2 * at, 2 * at + 2), 16);
  bytes.set(name, RECORD_HEADER_BYTES);
  for (let at = 0, to = RECORD_HEADER_BYTES + name.length; at < features.count; at += 1, to += FEATURE_BYTES) {
    for (let word = 0; word < WORDS; word += 1) data.setInt32(to + 4 * word, features.bits[at * WORDS + word]!, true);
    const turn = features.angle[at]! / (2 * Math.PI);
    data.setUint16(to + 32, Math.floor((turn - Math.floor(turn)) * TURN_UNIT), true);
    data.setUint16(to + 34, toUint16(features.scale[at]! * FRAME_UNIT), true);
  }
  return bytes;
}

/** The first features of a record, as a record. */
function shortened(record: Uint8Array, featuresMax: number): Uint8Array {
  const data = viewOf(record);
  const count = data.getUint16(0, true);
  if (count <= featuresMax) return record;
  const short = record.slice(0, RECORD_HEADER_BYTES + data.getUint16(6, true) + featuresMax * FEATURE_BYTES);
  viewOf(short).setUint16(0, featuresMax, true);
  return short;
}

/** An index of many views has fewer features of each, so that it stays below six megabytes for 1,000. */
const FEATURES_IN_ALL = 60_000;
const FEATURES_LEAST = 150;
const featuresMaxIn = (views: number) => Math.max(FEATURES_LEAST, Math.floor(FEATURES_IN_ALL / Math.max(1, views)));

/**
 * Joins records.
 * @param records each made by `encodeIndexRecord` with this `VIEW_FORMAT`
 */
export function encodeIndex(records: readonly Uint8Array[]): Uint8Array {
  const featuresMax = featuresMaxIn(records.length);
  const parts = records.map((record) => shortened(record, featuresMax));
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, INDEX_HEADER_BYTES));
  viewOf(bytes).setUint32(0, tagOf(INDEX_MAGIC), true);
  viewOf(bytes).setUint32(4, records.length, true);
  let to = INDEX_HEADER_BYTES;
  for (const part of parts) {
    bytes.set(part, to);
    to += part.length;
  }
  return bytes;
}

/** The bytes of the index that `encodeIndex` makes of records of these lengths, all with ids of `idBytes` bytes. */
export function indexBytes(recordBytes: readonly number[], idBytes: number): number {
  const recordMax = RECORD_HEADER_BYTES + idBytes + featuresMaxIn(recordBytes.length) * FEATURE_BYTES;
  return recordBytes.reduce((sum, bytes) => sum + Math.min(bytes, recordMax), INDEX_HEADER_BYTES);
}

/** Reads the record at `from`. @returns the view, and where the next record begins */
function decodeRecord(bytes: Uint8Array, from: number): { view: IndexedView; next: number } {
  if (from + RECORD_HEADER_BYTES > bytes.length) throw new DamagedViewError();
  const data = viewOf(bytes);
  const [count, width, height, nameBytes] = [0, 2, 4, 6].map((at) => data.getUint16(from + at, true)) as [
    number,
    number,
    number,
    number,
  ];
  const name = from + RECORD_HEADER_BYTES;
  const next = name + nameBytes + count * FEATURE_BYTES;
  if (next > bytes.length) throw new DamagedViewError();
  const digest = Array.from(bytes.subarray(from + 8, name), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const features = {
    count,
    bits: new Int32Array(count * WORDS),
    angle: new Float32Array(count),
    scale: new Float32Array(count),
  };
  for (let at = 0, place = name + nameBytes; at < count; at += 1, place += FEATURE_BYTES) {
    for (let word = 0; word < WORDS; word += 1)
      features.bits[at * WORDS + word] = data.getInt32(place + 4 * word, true);
    features.angle[at] = (data.getUint16(place + 32, true) / TURN_UNIT) * 2 * Math.PI;
    features.scale[at] = data.getUint16(place + 34, true) / FRAME_UNIT;
  }
  const id = new TextDecoder().decode(bytes.subarray(name, name + nameBytes));
  return { view: { id, digest, width, height, features }, next };
}

/** @throws UnknownFormatError @throws DamagedViewError */
export function decodeIndex(bytes: Uint8Array): readonly IndexedView[] {
  checkHeader(bytes, INDEX_MAGIC, INDEX_HEADER_BYTES);
  const views: IndexedView[] = [];
  let from = INDEX_HEADER_BYTES;
  for (let left = viewOf(bytes).getUint32(4, true); left > 0; left -= 1) {
    const { view, next } = decodeRecord(bytes, from);
    views.push(view);
    from = next;
  }
  if (from !== bytes.length) throw new DamagedViewError();
  return views;
}
