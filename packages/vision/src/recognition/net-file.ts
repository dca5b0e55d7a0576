/**
 * The stored form of the recognition net, little-endian: a header, the shape of each block, and all weights as binary16 (IEEE 754) in the order of the
 * layers. `training/net.py` writes it. The first byte is `RECOGNITION_FORMAT`.
 */
import { DamagedViewError } from '../view-format';
import { checkTag, NET_MAGIC, TAG_BYTES, viewOf } from './format';

/** A depthwise convolution, then a pointwise one, each with ReLU; if neither size nor channels change, the input is added to the result. */
export interface Block {
  readonly size: number;
  readonly step: number;
  readonly channels: number;
  readonly outChannels: number;
  /** Whether the means and deviations of its channels are part of the description. */
  readonly isPooled: boolean;
  readonly depthwise: Float32Array;
  readonly depthwiseBias: Float32Array;
  /** [channel][out channel]. */
  readonly pointwise: Float32Array;
  readonly pointwiseBias: Float32Array;
}

export interface NetFile {
  /** Pixels of a side of the input. */
  readonly side: number;
  /** The first convolution: to half of the side. Its statistics are part of the description. */
  readonly stemSize: number;
  readonly stemChannels: number;
  readonly stem: Float32Array;
  readonly stemBias: Float32Array;
  readonly blocks: readonly Block[];
  /** Length of the description. */
  readonly dimensions: number;
  /** [pooled value][dimension]. */
  readonly head: Float32Array;
  readonly headBias: Float32Array;
}

const HEADER_BYTES = TAG_BYTES + 12;
const BLOCK_BYTES = 6;

function floatOfHalf(half: number): number {
  const sign = half & 0x80_00 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** @throws UnknownFormatError @throws DamagedViewError */
export function decodeNet(bytes: Uint8Array): NetFile {
  checkTag(bytes, NET_MAGIC, HEADER_BYTES);
  const data = viewOf(bytes);
  const [side, stemSize, stemChannels, blockCount, pooled, dimensions] = Array.from({ length: 6 }, (_, at) =>
    data.getUint16(TAG_BYTES + 2 * at, true),
  ) as [number, number, number, number, number, number];
  let from = HEADER_BYTES + BLOCK_BYTES * blockCount;
  const read = (length: number): Float32Array => {
    if (from + 2 * length > bytes.length) throw new DamagedViewError();
    const values = Float32Array.from({ length }, (_, at) => floatOfHalf(data.getUint16(from + 2 * at, true)));
    from += 2 * length;
    return values;
  };
  const stem = read(stemSize * stemSize * stemChannels);
  const stemBias = read(stemChannels);
  const blocks: Block[] = [];
  for (let at = 0, channels = stemChannels; at < blockCount; at += 1) {
    const place = HEADER_BYTES + BLOCK_BYTES * at;
    const [size, step, isPooled] = [data.getUint8(place), data.getUint8(place + 1), data.getUint8(place + 4) === 1];
    const outChannels = data.getUint16(place + 2, true);
    const [depthwise, depthwiseBias] = [read(size * size * channels), read(channels)];
    const [pointwise, pointwiseBias] = [read(channels * outChannels), read(outChannels)];
    const weights = { depthwise, depthwiseBias, pointwise, pointwiseBias };
    blocks.push({ size, step, channels, outChannels, isPooled, ...weights });
    channels = outChannels;
  }
  const [head, headBias] = [read(pooled * dimensions), read(dimensions)];
  if (from !== bytes.length) throw new DamagedViewError();
  return { side, stemSize, stemChannels, stem, stemBias, blocks, dimensions, head, headBias };
}
