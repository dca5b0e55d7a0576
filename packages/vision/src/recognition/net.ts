/** Runs the recognition net on the WebAssembly kernels. All memory is laid out once. */
import { KernelMemory } from '../kernel-memory';
import { type Block, decodeNet, type NetFile } from './net-file';

/** The functions of `kernels/recognition.ts`, which explains them. */
interface NetKernels {
  stem(
    source: number,
    stride: number,
    size: number,
    weights: number,
    bias: number,
    channels: number,
    out: number,
    outStride: number,
    width: number,
    height: number,
  ): void;
  depthwise(
    source: number,
    stride: number,
    size: number,
    step: number,
    weights: number,
    bias: number,
    channels: number,
    out: number,
    width: number,
    height: number,
  ): void;
  pointwise(
    source: number,
    channels: number,
    weights: number,
    bias: number,
    outChannels: number,
    added: number,
    out: number,
    outStride: number,
    width: number,
    height: number,
  ): void;
  pool(source: number, stride: number, channels: number, width: number, height: number, out: number): void;
}

/** Zeros around every picture: half of the largest convolution. */
const BORDER = 2;
/** Channels that the pointwise kernel computes at once. */
const GROUP = 8;
/** Where the data begins: address 0 means «none». */
const START = 64;

/** A square picture with its border. */
interface Plane {
  readonly address: number;
  readonly side: number;
  readonly channels: number;
}

const strideOf = ({ side, channels }: Plane) => (side + 2 * BORDER) * channels;
/** The address of the pixel that lies this far beyond the first one, up and left. */
const addressOf = (plane: Plane, beyond = 0) =>
  plane.address + 4 * (BORDER - beyond) * (strideOf(plane) + plane.channels);

/** Groups of eight out channels one after another, as the kernel reads them. */
function inGroups({ pointwise, channels, outChannels }: Block): Float32Array {
  const grouped = new Float32Array(pointwise.length);
  for (let out = 0; out < outChannels; out += 1) {
    const [group, within] = [out - (out % GROUP), out % GROUP];
    for (let channel = 0; channel < channels; channel += 1)
      grouped[group * channels + channel * GROUP + within] = pointwise[channel * outChannels + out]!;
  }
  return grouped;
}

interface Layer {
  readonly block: Block;
  readonly from: Plane;
  readonly to: Plane;
  readonly weights: readonly [depthwise: number, bias: number, pointwise: number, bias: number];
}

export class Net {
  readonly #memory: KernelMemory<NetKernels>;
  readonly #file: NetFile;
  readonly #input: Plane;
  readonly #stemWeights: readonly [weights: number, bias: number];
  /** What the first convolution gives. */
  readonly #first: Plane;
  readonly #layers: readonly Layer[];
  /** Between the two convolutions of a block. */
  readonly #between: number;
  readonly #pooled: number;
  #end = START;

  /** @throws UnknownFormatError @throws DamagedViewError */
  constructor(weights: Uint8Array, module: WebAssembly.Module) {
    this.#file = decodeNet(weights);
    this.#memory = new KernelMemory<NetKernels>(module);
    const { side, stem, stemBias, stemChannels, blocks } = this.#file;
    this.#input = this.#plane(side, 1);
    this.#stemWeights = [this.#store(stem), this.#store(stemBias)];
    this.#first = this.#plane(side / 2, stemChannels);
    let from = this.#first;
    this.#layers = blocks.map((block) => {
      const to = this.#plane(from.side / block.step, block.outChannels);
      const { depthwise, depthwiseBias, pointwiseBias } = block;
      const weights = [
        this.#store(depthwise),
        this.#store(depthwiseBias),
        this.#store(inGroups(block)),
        this.#store(pointwiseBias),
      ] as const;
      const layer: Layer = { block, from, to, weights };
      from = to;
      return layer;
    });
    this.#between = this.#reserve(Math.max(...this.#layers.map(({ to, block }) => to.side * to.side * block.channels)));
    this.#pooled = this.#reserve(2 * Math.max(stemChannels, ...blocks.map(({ outChannels }) => outChannels)));
  }

  /** Pixels of a side of the input. */
  get side(): number {
    return this.#file.side;
  }

  get dimensions(): number {
    return this.#file.dimensions;
  }

  /**
   * @param picture `side` × `side` values of brightness, 0 to 255
   * @returns a vector of length 1
   */
  describe(picture: Float32Array): Float32Array {
    const spread = this.#load(picture);
    this.#runStem();
    const { head, headBias, dimensions } = this.#file;
    const vector = headBias.slice();
    let at = 0;
    const add = (value: number) => {
      for (let dimension = 0; dimension < dimensions; dimension += 1)
        vector[dimension]! += value * head[at * dimensions + dimension]!;
      at += 1;
    };
    const addPooled = (plane: Plane) => {
      this.#memory.exports.pool(
        addressOf(plane),
        strideOf(plane),
        plane.channels,
        plane.side,
        plane.side,
        this.#pooled,
      );
      for (const value of this.#floats(this.#pooled, 2 * plane.channels)) add(Math.log(value + 0.1));
    };
    addPooled(this.#first);
    for (const layer of this.#layers) {
      this.#run(layer);
      if (layer.block.isPooled) addPooled(layer.to);
    }
    add(spread);
    const length = Math.hypot(...vector) || 1;
    return vector.map((value) => value / length);
  }

  /** Puts the picture into the input, relative to its mean and contrast. @returns the contrast, as the head reads it */
  #load(picture: Float32Array): number {
    const { side } = this.#input;
    const mean = picture.reduce((sum, value) => sum + value, 0) / picture.length + 1;
    const squares = picture.reduce((sum, value) => sum + (value / mean - 1) ** 2, 0);
    const spread = Math.sqrt(squares / picture.length);
    for (let y = 0; y < side; y += 1) {
      const row = this.#floats(addressOf(this.#input) + 4 * y * strideOf(this.#input), side);
      for (let x = 0; x < side; x += 1) row[x] = (picture[y * side + x]! / mean - 1) / (spread + 0.02);
    }
    return Math.log(spread + 0.01);
  }

  #runStem() {
    const { stemSize, stemChannels } = this.#file;
    const to = this.#first;
    const [weights, bias] = this.#stemWeights;
    const source = addressOf(this.#input, stemSize >> 1);
    const [stride, out, outStride] = [strideOf(this.#input), addressOf(to), strideOf(to)];
    this.#memory.exports.stem(source, stride, stemSize, weights, bias, stemChannels, out, outStride, to.side, to.side);
  }

  #run({ block, from, to, weights: [depth, depthBias, point, pointBias] }: Layer) {
    const { depthwise, pointwise } = this.#memory.exports;
    const { size, step, channels, outChannels } = block;
    const { side } = to;
    const source = addressOf(from, size >> 1);
    depthwise(source, strideOf(from), size, step, depth, depthBias, channels, this.#between, side, side);
    const added = step === 1 && channels === outChannels ? addressOf(from) : 0;
    const [out, stride] = [addressOf(to), strideOf(to)];
    pointwise(this.#between, channels, point, pointBias, outChannels, added, out, stride, side, side);
  }

  #floats(address: number, length: number): Float32Array {
    return new Float32Array(this.#memory.buffer, address, length);
  }

  #reserve(floats: number): number {
    const [address, end] = this.#memory.layOut(this.#end, 4 * floats);
    this.#end = end;
    return address;
  }

  #store(values: Float32Array): number {
    const address = this.#reserve(values.length);
    this.#floats(address, values.length).set(values);
    return address;
  }

  #plane(side: number, channels: number): Plane {
    return { address: this.#reserve((side + 2 * BORDER) ** 2 * channels), side, channels };
  }
}
