/**
 * What recognition and tracking need of a flat target. Its descriptors are learnt from simulated views under many tilts, so that one found at a
 * slant is matched by a view at the same slant (ASIFT, Morel and Yu, 2009), and each keeps the affine frame under which it was seen.
 */
import { extractFeatures, type FeatureOptions } from './features';
import { apply, cornersOf, type Homography, invert, multiply, type Size } from './homography';
import { buildPyramid, type GrayImage, shrink } from './image';
import { type Descriptors, type Kernels, WORDS } from './kernels';

export interface Target extends Size, Descriptors {
  /** The canonical picture and its halves. */
  readonly mips: readonly GrayImage[];
  /** Of each descriptor the linear map from its normalised patch to the canonical picture: a, b, c, d. */
  readonly frames: Float32Array;
  /** Of each mip the places worth tracking, best first, as x, y in canonical pixels. */
  readonly patches: readonly Float32Array[];
}

/** The longest side of the canonical picture. */
const CANONICAL_SIDE = 512;
const MIP_SIDE_MIN = 32;
/** 1/cos of the tilt, and the number of azimuths: 0°, 50°, 66° and 75°. */
const TILTS = [
  [1, 1],
  [1.55, 4],
  [2.5, 6],
  [3.8, 8],
] as const;
/** Views at the whole, half and a quarter of the size, as mips. */
const VIEW_MIPS = [0, 1, 2];
/** Descriptors per view of the whole size: about 1,500 in all. */
const PER_VIEW = 45;
const FEATURES: Omit<FeatureOptions, 'max'> = { levels: 3, step: 1.26, first: 1, threshold: 8, cell: 24 };
const MARGIN = 20;
/** Blurs a picture a little before it is tilted, because a camera does. */
const TILT_BLUR = 0.4;

interface View {
  readonly picture: GrayImage;
  /** From the source to the view. */
  readonly map: Homography;
}

/** Shifts by half a pixel: the map of continuous coordinates becomes one of pixel centres. */
const atCentres = (map: Homography): Homography =>
  multiply(
    Float64Array.of(1, 0, -0.5, 0, 1, -0.5, 0, 0, 1),
    multiply(map, Float64Array.of(1, 0, 0.5, 0, 1, 0.5, 0, 0, 1)),
  );

/** The source as a far camera sees it: turned by the azimuth, then squeezed by the tilt across. */
function tiltedView(kernels: Kernels, source: GrayImage, tilt: number, azimuth: number): View {
  const [cos, sin] = [Math.cos(azimuth), Math.sin(azimuth)];
  const turn = Float64Array.of(cos, sin, 0, -sin / tilt, cos / tilt, 0, 0, 0, 1);
  const seen = cornersOf(source).map(([x, y]) => apply(turn, x, y));
  const [left, top] = [Math.min(...seen.map(([x]) => x)), Math.min(...seen.map(([, y]) => y))];
  const [right, bottom] = [Math.max(...seen.map(([x]) => x)), Math.max(...seen.map(([, y]) => y))];
  turn[2] = MARGIN - left;
  turn[5] = MARGIN - top;
  const map = atCentres(turn);
  const size = { width: Math.ceil(right - left) + 2 * MARGIN, height: Math.ceil(bottom - top) + 2 * MARGIN };
  // Several samples along the squeezed axis, against aliasing. Beyond the edge its pixels go on: a border against a background would give
  // corners that no frame has.
  return { picture: kernels.warp(source, invert(map), size, Math.max(1, Math.round(tilt))), map };
}

/** Whether a mask, of any size, shows the place of the canonical picture. */
export const isShown = (mask: GrayImage | null, { width, height }: Size, x: number, y: number): boolean =>
  mask === null ||
  mask.data[
    Math.min(mask.height - 1, Math.floor((y / height) * mask.height)) * mask.width +
      Math.min(mask.width - 1, Math.floor((x / width) * mask.width))
  ]! >= 128;

class DescriptorList {
  readonly #bits: number[] = [];
  readonly #x: number[] = [];
  readonly #y: number[] = [];
  readonly #frames: number[] = [];

  /** Adds the descriptors of a view. @param scale canonical pixels per pixel of the view's source */
  add(
    kernels: Kernels,
    { picture, map }: View,
    options: FeatureOptions & { scale: number; isUsed: (x: number, y: number) => boolean },
  ) {
    const { scale, isUsed } = options;
    const features = extractFeatures(kernels, [picture], options);
    const back = invert(map);
    for (let at = 0; at < features.count; at += 1) {
      const [viewX, viewY] = apply(back, features.x[at]!, features.y[at]!);
      const [x, y] = [(viewX + 0.5) * scale - 0.5, (viewY + 0.5) * scale - 0.5];
      if (!isUsed(x, y)) continue;
      const cos = Math.cos(features.angle[at]!) * features.scale[at]! * scale;
      const sin = Math.sin(features.angle[at]!) * features.scale[at]! * scale;
      this.#x.push(x);
      this.#y.push(y);
      for (const row of [0, 3])
        this.#frames.push(back[row]! * cos + back[row + 1]! * sin, back[row + 1]! * cos - back[row]! * sin);
      for (let word = 0; word < WORDS; word += 1) this.#bits.push(features.bits[at * WORDS + word]!);
    }
  }

  toArrays(): TrainedDescriptors {
    return {
      count: this.#x.length,
      bits: Int32Array.from(this.#bits),
      x: Float32Array.from(this.#x),
      y: Float32Array.from(this.#y),
      frames: Float32Array.from(this.#frames),
    };
  }
}

/**
 * Computes the target of a picture.
 * @param mask what is dark in it gives no features; its size may differ
 */
export function trainTarget(kernels: Kernels, picture: GrayImage, mask: GrayImage | null = null): Target {
  const canonical = canonicalOf(picture);
  const mips = buildPyramid(canonical, MIP_SIDE_MIN);
  const isUsed = (x: number, y: number) =>
    x >= 0 && y >= 0 && x <= canonical.width - 1 && y <= canonical.height - 1 && isShown(mask, canonical, x, y);
  const descriptors = new DescriptorList();
  for (const level of VIEW_MIPS) {
    const source = mips[Math.min(level, mips.length - 1)]!;
    // Halves drop an odd last row, so the scale is the power of two and not the ratio of the widths.
    const scale = 2 ** Math.min(level, mips.length - 1);
    const max = Math.round(PER_VIEW * Math.max(0.25, 0.5 ** level));
    for (const [tilt, azimuths] of TILTS)
      for (let turn = 0; turn < azimuths; turn += 1) {
        const view = tiltedView(
          kernels,
          tilt > 1 ? kernels.blur(source, TILT_BLUR) : source,
          tilt,
          (Math.PI * turn) / azimuths,
        );
        descriptors.add(kernels, view, { ...FEATURES, max, scale, isUsed });
      }
  }
  return assembleTarget(canonical, mask, descriptors.toArrays());
}

/** What of a target is stored; the rest follows from the picture. */
export type TrainedDescriptors = Descriptors & Pick<Target, 'frames'>;

/** A target of its canonical picture and its stored descriptors. */
export function assembleTarget(canonical: GrayImage, mask: GrayImage | null, descriptors: TrainedDescriptors): Target {
  const { width, height } = canonical;
  const mips = buildPyramid(canonical, MIP_SIDE_MIN);
  const isUsed = (x: number, y: number) => isShown(mask, canonical, x, y);
  const patches = mips.map((mip, level) => choosePatches(mip, 2 ** level, isUsed));
  return { width, height, mips, ...descriptors, patches };
}

/** The picture at the size in which its target is learnt. */
export function canonicalOf(picture: GrayImage): GrayImage {
  const factor = CANONICAL_SIDE / Math.max(picture.width, picture.height);
  if (factor >= 1) return picture;
  return shrink(
    picture,
    Math.max(1, Math.round(picture.width * factor)),
    Math.max(1, Math.round(picture.height * factor)),
  );
}

const PATCH_RADIUS = 5;
const PATCH_STRENGTH_MIN = 4_000;
const PATCH_DISTANCE_MIN = 3;

/** Places with gradients in both directions, strongest first, far from each other first. */
function choosePatches(mip: GrayImage, scale: number, isUsed: (x: number, y: number) => boolean): Float32Array {
  const wanted = scale <= 2 ? 400 : 150;
  const canonical = (at: number) => (at + 0.5) * scale - 0.5;
  const candidates: { x: number; y: number; strength: number }[] = [];
  for (let y = PATCH_RADIUS + 1; y < mip.height - PATCH_RADIUS - 1; y += 2)
    for (let x = PATCH_RADIUS + 1; x < mip.width - PATCH_RADIUS - 1; x += 2) {
      const strength = patchStrength(mip, x, y);
      if (strength > PATCH_STRENGTH_MIN && isUsed(canonical(x), canonical(y))) candidates.push({ x, y, strength });
    }
  candidates.sort((one, other) => other.strength - one.strength);
  const chosen: { x: number; y: number }[] = [];
  const farthest = Math.max(mip.width, mip.height) / 8;
  for (let distance = farthest; distance >= PATCH_DISTANCE_MIN && chosen.length < wanted; distance *= 0.75)
    for (const place of candidates) {
      if (chosen.length >= wanted) break;
      const isFree = ({ x, y }: { x: number; y: number }) => (x - place.x) ** 2 + (y - place.y) ** 2 >= distance ** 2;
      if (chosen.every(isFree)) chosen.push(place);
    }
  return Float32Array.from(chosen.flatMap(({ x, y }) => [canonical(x), canonical(y)]));
}

/** The smaller eigenvalue of the structure tensor of a patch. */
function patchStrength({ width, data }: GrayImage, x: number, y: number): number {
  let [xx, yy, xy] = [0, 0, 0];
  for (let row = y - PATCH_RADIUS; row <= y + PATCH_RADIUS; row += 1)
    for (let at = row * width + x - PATCH_RADIUS; at <= row * width + x + PATCH_RADIUS; at += 1) {
      const across = data[at + 1]! - data[at - 1]!;
      const down = data[at + width]! - data[at - width]!;
      xx += across * across;
      yy += down * down;
      xy += across * down;
    }
  const difference = (xx - yy) / 2;
  return (xx + yy) / 2 - Math.sqrt(difference * difference + xy * xy);
}
