import { expect, test } from 'vitest';
import { testKernels } from '../testing/kernels';
import { deadLeaves } from '../testing/pictures';
import { BackgroundModel, LEARNING_FRAMES } from './background';
import { RegionCleaner } from './components';
import { sampleInside } from './image';
import { createRandom } from './random';

const SIZE = { width: 320, height: 240 };
const kernels = testKernels();
const scene = [deadLeaves(1, 320, 240), deadLeaves(2, 320, 240), deadLeaves(3, 320, 240)];
const random = createRandom(12);
const noise = (sigma: number) => sigma * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

interface Shot {
  /** Centre of a hand of one colour. */
  readonly hand?: readonly [x: number, y: number];
  readonly gain?: number;
  /** Centre of a shadow. */
  readonly shadow?: readonly [x: number, y: number];
  readonly shift?: readonly [x: number, y: number];
}

const isHand = ({ hand }: Shot, x: number, y: number) =>
  hand !== undefined && ((x - hand[0]) / 40) ** 2 + ((y - hand[1]) / 55) ** 2 < 1;

function shoot(shot: Shot = {}): Uint8ClampedArray {
  const { gain = 1, shadow, shift = [0, 0] } = shot;
  const rgba = new Uint8ClampedArray(4 * SIZE.width * SIZE.height);
  for (let at = 0; at < SIZE.width * SIZE.height; at += 1) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)];
    const far = shadow ? Math.hypot(x - shadow[0], y - shadow[1]) : Number.POSITIVE_INFINITY;
    const light = gain * (1 - 0.3 * Math.exp(-((far / 40) ** 2)));
    for (const [channel, picture] of scene.entries()) {
      const skin = [205, 160, 130][channel]!;
      const value = isHand(shot, x, y)
        ? skin * gain
        : (40 + 0.6 * sampleInside(picture, x - shift[0], y - shift[1])) * light;
      rgba[4 * at + channel] = value + noise(5);
    }
    rgba[4 * at + 3] = 255;
  }
  return rgba;
}

function learnt(): BackgroundModel {
  const model = new BackgroundModel(kernels, SIZE);
  for (let frame = 0; frame < LEARNING_FRAMES; frame += 1) model.learn(shoot());
  return model;
}

const model = learnt();

/** Intersection over union of the mask with the hand. */
function overlap(shot: Shot): number {
  const { alpha } = model.extract(shoot(shot))!;
  let [both, either] = [0, 0];
  for (const [at, value] of alpha.data.entries()) {
    const [seen, truth] = [value > 127, isHand(shot, at % SIZE.width, Math.floor(at / SIZE.width))];
    if (seen && truth) both += 1;
    if (seen || truth) either += 1;
  }
  return both / either;
}

const foregroundOf = (shot: Shot) => model.extract(shoot(shot))!.alpha.data.filter((value) => value > 0).length;

test('shows a hand, also when the camera changes its exposure or moves a little', () => {
  expect(overlap({ hand: [160, 120] })).toBeGreaterThan(0.9);
  expect(overlap({ hand: [100, 90], gain: 0.8 })).toBeGreaterThan(0.9);
  expect(overlap({ hand: [220, 150], gain: 1.2 })).toBeGreaterThan(0.85);
  expect(overlap({ hand: [160, 120], shift: [1.5, -1] })).toBeGreaterThan(0.88);
});

test('the empty scene and a soft shadow give no foreground', () => {
  expect(foregroundOf({})).toBe(0);
  expect(foregroundOf({ gain: 0.75 })).toBe(0);
  expect(foregroundOf({ shadow: [160, 120] })).toBe(0);
});

test('a hand’s edge is soft, and its inside whole', () => {
  const { alpha } = model.extract(shoot({ hand: [160, 120] }))!;
  expect(alpha.data[120 * SIZE.width + 160]).toBe(255);
  expect(alpha.data.filter((value) => value > 0 && value < 255).length).toBeGreaterThan(100);
});

test('nothing is shown before the learning is over, nor after the camera was moved far', () => {
  const early = new BackgroundModel(kernels, SIZE);
  expect(early.extract(shoot())).toBeNull();
  early.learn(shoot());
  expect(early.progress).toBeCloseTo(1 / LEARNING_FRAMES);
  expect(early.extract(shoot())).toBeNull();
  expect(model.extract(shoot({ shift: [30, 0] }))).toBeNull();
});

test('small regions and gaps are removed, at the edges too', () => {
  const data = Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1);
  const cleaner = new RegionCleaner(5, 4);
  cleaner.removeSmall(data, 1, 2);
  cleaner.removeSmall(data, 0, 2);
  expect([...data]).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1]);
  const line = Uint8Array.of(1, 0, 0, 1, 0);
  new RegionCleaner(5, 1).closeGaps(line, 1);
  expect([...line]).toEqual([1, 1, 1, 1, 1]);
});
