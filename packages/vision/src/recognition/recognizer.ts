/** Describes pictures: the texture by the net, the colours by statistics. */
import { type ColorImage, lumaOf, sampleSquare, squaresOf } from './color-image';
import { colorsOf } from './colors';
import { type Description, DIMENSIONS, SQUARES } from './description';
import { Net } from './net';

/** Pixels of a side of the picture whose colours are counted. */
const COLOR_SIDE = 40;

/** The mean of what the net says of a square, of its mirror image and of the transposed one: a surface has no upper side, and this evens out the net's errors. */
function describeTurned(net: Net, square: Float32Array): Float32Array {
  const { side } = net;
  const mirrored = square.map((_, at) => square[at - (at % side) + side - 1 - (at % side)]!);
  const transposed = square.map((_, at) => square[(at % side) * side + Math.floor(at / side)]!);
  const vector = new Float32Array(net.dimensions);
  for (const picture of [square, mirrored, transposed])
    for (const [at, value] of net.describe(picture).entries()) vector[at]! += value;
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

export class Recognizer {
  #net: Net | null;

  private constructor(net: Net) {
    this.#net = net;
  }

  /**
   * @param weights the net's file
   * @throws UnknownFormatError @throws DamagedViewError
   */
  static async load(weights: Uint8Array, kernels: WebAssembly.Module | Uint8Array): Promise<Recognizer> {
    const module =
      kernels instanceof WebAssembly.Module ? kernels : await WebAssembly.compile(kernels as Uint8Array<ArrayBuffer>);
    return new Recognizer(new Net(weights, module));
  }

  /**
   * @param image a product's picture, or a photograph of which the product fills the middle
   * @throws RangeError if the image has no pixels, or fewer values than its size says
   */
  describe(image: ColorImage): Description {
    const net = this.#net;
    if (!net) throw new Error('The recognizer has been disposed');
    const { width, height, data } = image;
    if (width < 1 || height < 1 || data.length < 4 * width * height) throw new RangeError('The image has no pixels');
    const textures = new Float32Array(SQUARES * DIMENSIONS);
    const squares = squaresOf(image);
    for (const [at, square] of squares.entries())
      textures.set(describeTurned(net, lumaOf(sampleSquare(image, square, net.side))), at * DIMENSIONS);
    return { textures, colors: colorsOf(sampleSquare(image, squares[0], COLOR_SIDE)) };
  }

  /** Frees the memory of the net: it cannot be used any more. */
  dispose() {
    this.#net = null;
  }
}
