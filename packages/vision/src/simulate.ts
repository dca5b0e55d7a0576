/**
 * A simulated camera that looks at a flat picture: frames with known poses, for the rating of targets, tests and benches. The axes are
 * those of artoolkit-nft-bench; the renderer and the noise are our own.
 */
import { apply, cornersOf, type Homography, invert, multiply, type Size } from './homography';
import { blur, buildPyramid, createImage, type GrayImage, resize, sampleInside } from './image';
import { createRandom } from './random';

const FRAME_SIZE: Size = { width: 640, height: 480 };
/** Pixels; 50° high. */
export const FOCAL = 240 / Math.tan((25 * Math.PI) / 180);
/** At distance 1 the picture's height fills this share of the frame. */
const FILL = 0.8;

export interface Scene {
  readonly distance: number;
  /** Degrees, as are `azimuth` and `roll`. */
  readonly tilt: number;
  readonly azimuth: number;
  readonly roll: number;
  /** Shares of the frame. */
  readonly dx: number;
  readonly dy: number;
  /** σ of a Gaussian, pixels. */
  readonly blur: number;
  /** σ, grey levels. */
  readonly noise: number;
  readonly gain: number;
  /** Share of the picture's box that is hidden. */
  readonly occlusion: number;
}

/** A picture in front of the camera, a little turned. */
export function nominalScene(random: () => number, change: Partial<Scene> = {}): Scene {
  const between = (low: number, high: number) => low + (high - low) * random();
  return {
    distance: between(1.2, 1.8),
    tilt: between(0, 20),
    azimuth: between(0, 360),
    roll: between(-30, 30),
    dx: between(-0.12, 0.12),
    dy: between(-0.12, 0.12),
    blur: 0,
    noise: 0,
    gain: 1,
    occlusion: 0,
    ...change,
  };
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** From pixels of the picture to pixels of the frame. */
export function poseOf({ width, height }: Size, scene: Scene): Homography {
  const depth = (FOCAL / (FILL * FRAME_SIZE.height)) * scene.distance;
  const [x, y] = [Math.cos(radians(scene.azimuth)), Math.sin(radians(scene.azimuth))];
  const [cos, sin] = [Math.cos(radians(scene.tilt)), Math.sin(radians(scene.tilt))];
  const away = 1 - cos;
  const tilt = Float64Array.of(
    cos + x * x * away,
    x * y * away,
    y * sin,
    x * y * away,
    cos + y * y * away,
    -x * sin,
    -y * sin,
    x * sin,
    cos,
  );
  const [rollCos, rollSin] = [Math.cos(radians(scene.roll)), Math.sin(radians(scene.roll))];
  const turned = multiply(tilt, Float64Array.of(rollCos, -rollSin, 0, rollSin, rollCos, 0, 0, 0, 1));
  // The picture is flat: the third column is replaced by the translation.
  turned[2] = (depth * scene.dx * FRAME_SIZE.width) / FOCAL;
  turned[5] = (depth * scene.dy * FRAME_SIZE.height) / FOCAL;
  turned[8] = depth;
  const lens = Float64Array.of(FOCAL, 0, FRAME_SIZE.width / 2 - 0.5, 0, FOCAL, FRAME_SIZE.height / 2 - 0.5, 0, 0, 1);
  const unit = Float64Array.of(
    1 / height,
    0,
    -(width - 1) / 2 / height,
    0,
    1 / height,
    -(height - 1) / 2 / height,
    0,
    0,
    1,
  );
  return multiply(lens, multiply(turned, unit));
}

/** Smooth random ground. */
export function groundOf(random: () => number): Float32Array {
  const { width, height } = FRAME_SIZE;
  const coarse = createImage(width / 4, height / 4);
  for (let at = 0; at < coarse.data.length; at += 1) coarse.data[at] = 255 * random();
  const smooth = blur(coarse, 1.6);
  const low = smooth.data.reduce((least, value) => Math.min(least, value));
  const high = smooth.data.reduce((most, value) => Math.max(most, value));
  const fine = resize(smooth, width, height);
  return Float32Array.from(fine.data, (value) => 115 + 90 * ((value - low) / Math.max(1, high - low) - 0.5));
}

/** The mip of a picture whose pixels are about as large as those of the frame in its middle. */
function mipFor(mips: readonly GrayImage[], back: Homography): number {
  const [x, y] = [FRAME_SIZE.width / 2, FRAME_SIZE.height / 2];
  const middle = apply(back, x, y);
  const stretches = [apply(back, x + 1, y), apply(back, x, y + 1)].map((beside) =>
    Math.hypot(beside[0] - middle[0], beside[1] - middle[1]),
  );
  return Math.min(mips.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, ...stretches)) + 0.25)));
}

/** The whole pixels of the frame from the least to the greatest of some coordinates. */
const spanOf = (values: readonly number[], size: number) =>
  [Math.max(0, Math.floor(Math.min(...values)) - 1), Math.min(size, Math.ceil(Math.max(...values)) + 2)] as const;

/** Replaces a share of the frame's light by the picture at a pose, with 2 × 2 samples a pixel. */
function addPicture(
  frame: Float32Array,
  mips: readonly GrayImage[],
  { pose, ground, share }: { pose: Homography; ground: Float32Array; share: number },
) {
  const { width, height } = mips[0]!;
  const back = invert(pose);
  const level = mipFor(mips, back);
  const mip = mips[level]!;
  const scale = 2 ** level;
  const corners = cornersOf(mips[0]!).map(([x, y]) => apply(pose, x, y));
  const [left, right] = spanOf(
    corners.map(([x]) => x),
    FRAME_SIZE.width,
  );
  const [top, bottom] = spanOf(
    corners.map(([, y]) => y),
    FRAME_SIZE.height,
  );
  for (let y = top; y < bottom; y += 1)
    for (let x = left, at = y * FRAME_SIZE.width + left; x < right; x += 1, at += 1) {
      let change = 0;
      for (let part = 0; part < 4; part += 1) {
        const [sampleX, sampleY] = [x + (part & 1) / 2 - 0.25, y + (part >> 1) / 2 - 0.25];
        const depth = back[6]! * sampleX + back[7]! * sampleY + back[8]!;
        const u = (back[0]! * sampleX + back[1]! * sampleY + back[2]!) / depth;
        const v = (back[3]! * sampleX + back[4]! * sampleY + back[5]!) / depth;
        if (!(depth > 0 && u >= 0 && v >= 0 && u <= width - 1 && v <= height - 1)) continue;
        change += sampleInside(mip, (u + 0.5) / scale - 0.5, (v + 0.5) / scale - 0.5) - ground[at]!;
      }
      frame[at]! += (change / 4) * share;
    }
}

/** Hides a share of the picture's box behind a dark rectangle. */
function hide(
  frame: Float32Array,
  corners: readonly (readonly [number, number])[],
  occlusion: number,
  random: () => number,
) {
  const [left, top] = [Math.min(...corners.map(([x]) => x)), Math.min(...corners.map(([, y]) => y))];
  const [width, height] = [Math.max(...corners.map(([x]) => x)) - left, Math.max(...corners.map(([, y]) => y)) - top];
  const across = width * Math.min(1, Math.sqrt(occlusion) * (0.8 + 0.45 * random()));
  const down = height * Math.min(1, (occlusion * width) / across);
  const [x, y] = [left + random() * (width - across), top + random() * (height - down)];
  for (let row = Math.max(0, Math.floor(y)); row < Math.min(FRAME_SIZE.height, y + down); row += 1)
    for (let column = Math.max(0, Math.floor(x)); column < Math.min(FRAME_SIZE.width, x + across); column += 1)
      frame[row * FRAME_SIZE.width + column] = 70;
}

/** Gaussian blur of floats: the blur of bytes would round. */
function blurFloats(frame: Float32Array, sigma: number): Float32Array {
  const radius = Math.ceil(3 * sigma);
  const weights = Float32Array.from({ length: 2 * radius + 1 }, (_, at) =>
    Math.exp((-0.5 * (at - radius) ** 2) / sigma ** 2),
  );
  const total = weights.reduce((sum, weight) => sum + weight);
  const { width, height } = FRAME_SIZE;
  const across = new Float32Array(frame.length);
  const blurred = new Float32Array(frame.length);
  const line = new Float32Array(width + 2 * radius);
  for (let row = 0; row < frame.length; row += width) {
    for (let at = 0; at < line.length; at += 1)
      line[at] = frame[row + Math.min(width - 1, Math.max(0, at - radius))]! / total;
    addLines(across, row, { length: width, weights, sourceOf: (tap) => [line, tap] });
  }
  for (let y = 0; y < height; y += 1) {
    const rowAt = (tap: number) => Math.min(height - 1, Math.max(0, y + tap - radius)) * width;
    addLines(blurred, y * width, { length: width, weights, sourceOf: (tap) => [across, rowAt(tap)] });
  }
  return blurred.map((value) => value / total);
}

/** Adds weighted lines, each from a place of an array, to a line. */
function addLines(
  to: Float32Array,
  start: number,
  lines: { length: number; weights: Float32Array; sourceOf: (tap: number) => readonly [Float32Array, number] },
) {
  for (const [tap, weight] of lines.weights.entries()) {
    const [source, from] = lines.sourceOf(tap);
    for (let at = 0; at < lines.length; at += 1) to[start + at]! += weight * source[from + at]!;
  }
}

/** Values of a Gaussian with σ = 1: drawing one for each pixel of each frame would take longer than the detection. */
const NOISE: Float32Array = (() => {
  const random = createRandom(20_251_128);
  return Float32Array.from(
    { length: 2 ** 17 },
    () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  );
})();

/** Renders the picture at one or several poses, whose mean is motion blur. @param ground absent: a new random one */
export function renderFrame(
  picture: GrayImage,
  scenes: readonly Scene[],
  random: () => number,
  ground = groundOf(random),
): GrayImage {
  const mips = buildPyramid(picture, 32);
  const scene = scenes[scenes.length >> 1]!;
  const light = ground.slice();
  for (const one of scenes) addPicture(light, mips, { pose: poseOf(picture, one), ground, share: 1 / scenes.length });
  const corners = cornersOf(picture).map(([x, y]) => apply(poseOf(picture, scene), x, y));
  if (scene.occlusion > 0) hide(light, corners, scene.occlusion, random);
  const soft = scene.blur > 0.05 ? blurFloats(light, scene.blur) : light;
  const frame = createImage(FRAME_SIZE.width, FRAME_SIZE.height);
  // Each row begins elsewhere in the values, so that no noise returns.
  for (let row = 0, at = 0; row < FRAME_SIZE.height; row += 1) {
    let next = Math.floor(random() * NOISE.length);
    for (let column = 0; column < FRAME_SIZE.width; column += 1, at += 1) {
      let value = (soft[at]! - 128) * scene.gain + 128;
      if (scene.gain < 1)
        value = (value - (10 * (1 - scene.gain)) / 0.3) * (1 + 0.6 * (column / FRAME_SIZE.width - 0.5));
      value += scene.noise * NOISE[next]!;
      next = (next + 1) % NOISE.length;
      frame.data[at] = Math.min(255, Math.max(0, value + 0.5));
    }
  }
  return frame;
}
