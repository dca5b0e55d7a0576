/** Simulated photographs of a product's picture: a catalogue is calibrated with them. */
import { createRandom } from '../random';
import type { ColorImage } from './color-image';

/** Pixels of a side. */
const SIDE = 256;
/** Values that the product's picture is sampled at per pixel and axis, at most. */
const SAMPLES_MAX = 3;

export interface PhotographOptions {
  readonly seed: number;
  /** Side of the part that is photographed, in relation to the picture's shorter side. */
  readonly least?: number;
  readonly most?: number;
}

type Point = readonly [x: number, y: number];

const draw = (random: () => number, low: number, high: number) => low + (high - low) * random();

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** The corners of the part that is photographed: turned by up to 12° and by quarters, and seen a little from the side. */
function cornersIn({ width, height }: ColorImage, random: () => number, least: number, most: number): Point[] {
  const half = (Math.min(width, height) * draw(random, least, most)) / 2;
  const turn = (draw(random, -12, 12) * Math.PI) / 180 + (Math.floor(4 * random()) * Math.PI) / 2;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const offsets = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x, y]) => {
    const scale = half * (1 + draw(random, -0.07, 0.07));
    return [scale * (cos * x! - sin * y!), scale * (sin * x! + cos * y!)] as const;
  });
  const reach = [0, 1].map((axis) => Math.max(...offsets.map((offset) => Math.abs(offset[axis]!)))) as [number, number];
  const centre = [width, height].map((size, axis) =>
    size > 2 * reach[axis]! ? draw(random, reach[axis]!, size - reach[axis]!) : size / 2,
  ) as [number, number];
  return offsets.map(([x, y]) => [centre[0] + x, centre[1] + y] as const);
}

/** Mirrors a place at the edges. */
function mirrored(place: number, size: number): number {
  const period = 2 * size;
  const within = ((Math.floor(place) % period) + period) % period;
  return within < size ? within : period - 1 - within;
}

/** Draws the part between the corners, each pixel as the mean of some samples: bilinear in between, which is enough for a little perspective. */
function drawPart({ width, height, data }: ColorImage, corners: readonly Point[], planes: readonly Float32Array[]) {
  const [a, b, c, d] = corners as [Point, Point, Point, Point];
  const scale = Math.hypot(b[0] - a[0], b[1] - a[1]) / SIDE;
  const samples = Math.max(1, Math.min(SAMPLES_MAX, Math.round(scale)));
  const share = 1 / (samples * samples);
  const between = (axis: 0 | 1, across: number, down: number) =>
    (1 - down) * ((1 - across) * a[axis] + across * b[axis]) + down * ((1 - across) * d[axis] + across * c[axis]);
  const [red, green, blue] = planes as [Float32Array, Float32Array, Float32Array];
  for (let y = 0, to = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1, to += 1)
      for (let sample = 0; sample < samples * samples; sample += 1) {
        const across = (x + ((sample % samples) + 0.5) / samples) / SIDE;
        const down = (y + (Math.floor(sample / samples) + 0.5) / samples) / SIDE;
        const row = mirrored(between(1, across, down), height);
        const from = 4 * (row * width + mirrored(between(0, across, down), width));
        red[to]! += data[from]! * share;
        green[to]! += data[from + 1]! * share;
        blue[to]! += data[from + 2]! * share;
      }
}

/** Gaussian blur of a plane, separable. */
function blurPlane(plane: Float32Array, sigma: number): Float32Array {
  const radius = Math.max(1, Math.ceil(2.5 * sigma));
  const weights = Float32Array.from({ length: 2 * radius + 1 }, (_, at) =>
    Math.exp((-0.5 * (at - radius) ** 2) / sigma ** 2),
  );
  const total = weights.reduce((sum, weight) => sum + weight);
  const pass = (from: Float32Array, step: number, across: number) => {
    const to = new Float32Array(from.length);
    for (let line = 0; line < SIDE; line += 1)
      for (let at = 0; at < SIDE; at += 1) {
        let sum = 0;
        for (let tap = -radius; tap <= radius; tap += 1)
          sum += weights[tap + radius]! * from[line * across + Math.min(SIDE - 1, Math.max(0, at + tap)) * step]!;
        to[line * across + at * step] = sum / total;
      }
    return to;
  };
  return pass(pass(plane, 1, SIDE), SIDE, 1);
}

/** A photograph with a light, a colour of the light, a shade, blur and noise of its own. The same seed gives the same one. */
export function simulatePhotograph(image: ColorImage, { seed, least = 0.65, most = 1 }: PhotographOptions): ColorImage {
  const random = createRandom(seed);
  const planes = [0, 1, 2].map(() => new Float32Array(SIDE * SIDE));
  drawPart(image, cornersIn(image, random, least, most), planes);
  const gain = draw(random, 0.75, 1.2);
  const [shadeAcross, shadeDown] = [draw(random, -0.12, 0.12), draw(random, -0.12, 0.12)];
  const sigma = draw(random, 0.3, 1.4);
  const data = new Uint8ClampedArray(4 * SIDE * SIDE).fill(255);
  for (const [part, plane] of planes.entries()) {
    const light = gain * draw(random, 0.94, 1.06);
    for (const [at, value] of blurPlane(plane, sigma).entries()) {
      const [x, y] = [((at % SIDE) / SIDE) * 2 - 1, (Math.floor(at / SIDE) / SIDE) * 2 - 1];
      data[4 * at + part] = value * light * (1 + shadeAcross * x + shadeDown * y) + 4 * gaussian(random);
    }
  }
  return { width: SIDE, height: SIDE, data };
}
