import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import example from '../../recognition/net-example.json' with { type: 'json' };
import { testNet, testNetKernels } from '../../testing/recognition';
import { createRandom } from '../random';
import { DamagedViewError, UnknownFormatError } from '../view-format';
import { Net } from './net';
import { type Block, decodeNet } from './net-file';

/** Values of a pixel's channels, outside of the picture 0. */
type Picture = { readonly side: number; readonly at: (x: number, y: number, channel: number) => number };

function pictureOf(side: number, channels: number, values: Float32Array): Picture {
  const isInside = (place: number) => place >= 0 && place < side;
  return {
    side,
    at: (x, y, channel) => (isInside(x) && isInside(y) ? values[(y * side + x) * channels + channel]! : 0),
  };
}

function convolve(
  picture: Picture,
  { size, step, channels }: { size: number; step: number; channels: number },
  weights: Float32Array,
  channelOf: (channel: number) => number,
): Float32Array {
  const side = picture.side / step;
  const reach = size >> 1;
  return Float32Array.from({ length: side * side * channels }, (_, at) => {
    const [channel, x, y] = [at % channels, Math.floor(at / channels) % side, Math.floor(at / channels / side)];
    let sum = 0;
    for (let tap = 0; tap < size * size; tap += 1) {
      const [dx, dy] = [(tap % size) - reach, Math.floor(tap / size) - reach];
      sum += picture.at(step * x + dx, step * y + dy, channelOf(channel)) * weights[tap * channels + channel]!;
    }
    return sum;
  });
}

const rectify = (values: Float32Array, bias: Float32Array) =>
  values.map((value, at) => Math.max(0, value + bias[at % bias.length]!));

function runBlock(picture: Picture, values: Float32Array, block: Block): Float32Array {
  const { channels, outChannels, depthwise, depthwiseBias, pointwise, pointwiseBias } = block;
  const between = rectify(
    convolve(picture, block, depthwise, (channel) => channel),
    depthwiseBias,
  );
  const mixed = Float32Array.from({ length: (between.length / channels) * outChannels }, (_, at) => {
    const [from, out] = [Math.floor(at / outChannels) * channels, at % outChannels];
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1)
      sum += between[from + channel]! * pointwise[channel * outChannels + out]!;
    return sum;
  });
  const result = rectify(mixed, pointwiseBias);
  return block.step === 1 && channels === outChannels ? result.map((value, at) => value + values[at]!) : result;
}

function pool(values: Float32Array, channels: number): number[] {
  const pixels = values.length / channels;
  const meanOf = (channel: number, valueOf: (value: number) => number) =>
    values.reduce((sum, value, at) => sum + (at % channels === channel ? valueOf(value) / pixels : 0), 0);
  const means = Array.from({ length: channels }, (_, channel) => meanOf(channel, (value) => value));
  const deviations = means.map((mean, channel) => Math.sqrt(meanOf(channel, (value) => (value - mean) ** 2)));
  return [...means, ...deviations].map((value) => Math.log(value + 0.1));
}

/** The net as its definition reads. */
function describeByDefinition(picture: Float32Array): Float32Array {
  const file = decodeNet(testNet());
  const mean = picture.reduce((sum, value) => sum + value) / picture.length + 1;
  const spread = Math.sqrt(picture.reduce((sum, value) => sum + (value / mean - 1) ** 2, 0) / picture.length);
  const input = picture.map((value) => (value / mean - 1) / (spread + 0.02));
  const stem = { size: file.stemSize, step: 2, channels: file.stemChannels };
  let values: Float32Array = rectify(
    convolve(pictureOf(file.side, 1, input), stem, file.stem, () => 0),
    file.stemBias,
  );
  let side = file.side / 2;
  const pooled = pool(values, file.stemChannels);
  for (const block of file.blocks) {
    values = runBlock(pictureOf(side, block.channels, values), values, block);
    side /= block.step;
    if (block.isPooled) pooled.push(...pool(values, block.outChannels));
  }
  pooled.push(Math.log(spread + 0.01));
  const vector = file.headBias.map((bias, dimension) =>
    pooled.reduce((sum, value, at) => sum + value * file.head[at * file.dimensions + dimension]!, bias),
  );
  return vector.map((value) => value / Math.hypot(...vector));
}

test('the kernels give what the definition of the net gives', () => {
  const net = new Net(testNet(), testNetKernels());
  const random = createRandom(5);
  const picture = Float32Array.from(
    { length: net.side ** 2 },
    (_, at) => 120 + 60 * Math.sin(at / 3) * Math.cos(at / 500) + 30 * random(),
  );
  const expected = describeByDefinition(picture);
  // Twice: nothing of the first picture may remain.
  net.describe(picture.map((value) => 255 - value));
  const described = net.describe(picture);
  expect(described).toHaveLength(net.dimensions);
  for (const [at, value] of described.entries()) expect(value).toBeCloseTo(expected[at]!, 3);
});

test('the net is the one that was trained, and gives what PyTorch gave', () => {
  expect(createHash('sha256').update(testNet()).digest('hex')).toBe(example.sha256);
  const net = new Net(testNet(), testNetKernels());
  const picture = Float32Array.from({ length: net.side ** 2 }, (_, at) => {
    const [x, y] = [at % net.side, Math.floor(at / net.side)];
    return 120 + 60 * Math.sin(x / 3) * Math.cos(y / 7) + 20 * Math.sin((x * y) / 50);
  });
  // The file has its weights in 16 bits.
  for (const [at, value] of net.describe(picture).entries()) expect(value).toBeCloseTo(example.vector[at]!, 2);
});

test('refuses a net of another version, and one that is cut off', () => {
  const bytes = testNet();
  expect(() => new Net(bytes.subarray(0, 1000), testNetKernels())).toThrow(DamagedViewError);
  bytes[0] = 200;
  expect(() => new Net(bytes, testNetKernels())).toThrow(UnknownFormatError);
});
