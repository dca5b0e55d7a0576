/**
 * A simulated camera that looks at a flat picture: frames with known poses, for the rating of targets, tests and benches. The axes are
 * those of artoolkit-nft-bench; the renderer and the noise are our own.
 */
import { apply, cornersOf, type Homography, invert, multiply, type Size } from './homography';
import { blur, buildPyramid, createImage, type GrayImage, sampleInside } from './image';

const FRAME_SIZE: Size = { width: 640, height: 480 };
/** Pixels; 50° high. */
const FOCAL = 240 / Math.tan((25 * Math.PI) / 180);
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
  const coarse = createImage(FRAME_SIZE.width / 4, FRAME_SIZE.height / 4);
  for (let at = 0; at < coarse.data.length; at += 1) coarse.data[at] = 255 * random();
  const smooth = blur(coarse, 1.6);
  const [low, high] = smooth.data.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [
    255, 0,
  ] as [number, number]);
  const ground = new Float32Array(FRAME_SIZE.width * FRAME_SIZE.height);
  for (let at = 0; at < ground.length; at += 1) {
    const value = sampleInside(smooth, (at % FRAME_SIZE.width) / 4, Math.floor(at / FRAME_SIZE.width) / 4);
    ground[at] = 115 + 90 * ((value - low) / Math.max(1, high - low) - 0.5);
  }
  return ground;
}

/** Adds the picture at a pose to the frame, with 2 × 2 samples a pixel. */
function addPicture(
  frame: Float32Array,
  mips: readonly GrayImage[],
  { pose, ground, share }: { pose: Homography; ground: Float32Array; share: number },
) {
  const picture = mips[0]!;
  const back = invert(pose);
  const middle = apply(back, FRAME_SIZE.width / 2, FRAME_SIZE.height / 2);
  const stretches = [
    [1, 0],
    [0, 1],
  ].map(([x, y]) => {
    const beside = apply(back, FRAME_SIZE.width / 2 + x!, FRAME_SIZE.height / 2 + y!);
    return Math.hypot(beside[0] - middle[0], beside[1] - middle[1]);
  });
  const level = Math.min(mips.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, ...stretches)) + 0.25)));
  const mip = mips[level]!;
  const scale = 2 ** level;
  for (let at = 0; at < frame.length; at += 1) {
    const x = at % FRAME_SIZE.width;
    const y = Math.floor(at / FRAME_SIZE.width);
    let sum = 0;
    for (let part = 0; part < 4; part += 1) {
      const [sampleX, sampleY] = [x + (part & 1) / 2 - 0.25, y + (part >> 1) / 2 - 0.25];
      const depth = back[6]! * sampleX + back[7]! * sampleY + back[8]!;
      const u = (back[0]! * sampleX + back[1]! * sampleY + back[2]!) / depth;
      const v = (back[3]! * sampleX + back[4]! * sampleY + back[5]!) / depth;
      const isSeen = depth > 0 && u >= 0 && v >= 0 && u <= picture.width - 1 && v <= picture.height - 1;
      sum += isSeen ? sampleInside(mip, (u + 0.5) / scale - 0.5, (v + 0.5) / scale - 0.5) : ground[at]!;
    }
    frame[at]! += (sum / 4) * share;
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
  let from = frame;
  for (const [step, size] of [
    [1, FRAME_SIZE.width],
    [FRAME_SIZE.width, FRAME_SIZE.height],
  ] as const) {
    const to = new Float32Array(from.length);
    for (let at = 0; at < to.length; at += 1) {
      const place = step === 1 ? at % size : Math.floor(at / step);
      let sum = 0;
      for (let tap = -radius; tap <= radius; tap += 1)
        sum += weights[tap + radius]! * from[at + (Math.min(size - 1, Math.max(0, place + tap)) - place) * step]!;
      to[at] = sum / total;
    }
    from = to;
  }
  return from;
}

/** Renders the picture at one or several poses, whose mean is motion blur. @param ground absent: a new random one */
export function renderFrame(
  picture: GrayImage,
  scenes: readonly Scene[],
  random: () => number,
  ground = groundOf(random),
): GrayImage {
  const mips = buildPyramid(picture, 32);
  const scene = scenes[scenes.length >> 1]!;
  const light = new Float32Array(FRAME_SIZE.width * FRAME_SIZE.height);
  for (const one of scenes) addPicture(light, mips, { pose: poseOf(picture, one), ground, share: 1 / scenes.length });
  const corners = cornersOf(picture).map(([x, y]) => apply(poseOf(picture, scene), x, y));
  if (scene.occlusion > 0) hide(light, corners, scene.occlusion, random);
  const soft = scene.blur > 0.05 ? blurFloats(light, scene.blur) : light;
  const frame = createImage(FRAME_SIZE.width, FRAME_SIZE.height);
  for (let at = 0; at < soft.length; at += 1) {
    let value = (soft[at]! - 128) * scene.gain + 128;
    const across = (at % FRAME_SIZE.width) / FRAME_SIZE.width;
    if (scene.gain < 1) value = (value - (10 * (1 - scene.gain)) / 0.3) * (1 + 0.6 * (across - 0.5));
    if (scene.noise > 0)
      value += scene.noise * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    frame.data[at] = Math.min(255, Math.max(0, value + 0.5));
  }
  return frame;
}
