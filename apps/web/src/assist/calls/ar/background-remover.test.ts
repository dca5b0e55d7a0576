import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kernels } from '@earth/vision';
import { expect, test } from 'vitest';
import { BackgroundRemover } from './background-remover';

const wasm = join(import.meta.dirname, '../../../../../../packages/vision/kernels/kernels.wasm');
const kernels = new Kernels(new WebAssembly.Module(readFileSync(wasm)));
const size = { width: 192, height: 144 };
const hand = { left: 40, top: 32, right: 100, bottom: 88 };

/** Waves of grey, with a hand or moved to the side. */
function frame({ hasHand = false, shift = 0 } = {}): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(4 * size.width * size.height).fill(255);
  for (let at = 0; at < size.width * size.height; at += 1) {
    const [x, y] = [at % size.width, Math.floor(at / size.width)];
    const grey = 120 + 50 * Math.sin((x + shift) / 25) + 40 * Math.sin(y / 19 + (x + shift) / 60);
    const isHand = hasHand && x >= hand.left && x < hand.right && y >= hand.top && y < hand.bottom;
    rgba.set(isHand ? [220, 120, 70] : [grey, grey, grey], 4 * at);
  }
  return rgba;
}

function learnt() {
  const remover = new BackgroundRemover(kernels, size);
  const percents = Array.from({ length: 30 }, () => remover.handle(frame()));
  return { remover, percents };
}

/** A pixel of a packed frame, on its left or right half. */
const pixelOf = (packed: Uint8ClampedArray, x: number, y: number) =>
  [...packed.subarray(4 * (y * 2 * size.width + x))].slice(0, 3);

test('A4.31, A9.13: learns from 30 frames; the progress runs from 0 to 100', () => {
  const { percents, remover } = learnt();
  expect(percents[0]).toEqual({ type: 'learnt', percent: 3 });
  expect(percents[14]).toEqual({ type: 'learnt', percent: 50 });
  expect(percents[28]).toEqual({ type: 'learnt', percent: 97 });
  expect(percents[29]).toEqual({ type: 'learnt', percent: 100 });
  expect(remover.handle(frame()).type).toBe('processed');
});

test('a hand is left in colour and in the mask, and the background is black', () => {
  const answer = learnt().remover.handle(frame({ hasHand: true }));
  if (answer.type !== 'processed') throw new Error(answer.type);
  const [inHand, beside] = [pixelOf(answer.packed, 70, 60), pixelOf(answer.packed, 130, 60)];
  expect([inHand, beside]).toEqual([
    [220, 120, 70],
    [0, 0, 0],
  ]);
  const ofMask = [pixelOf(answer.packed, size.width + 70, 60), pixelOf(answer.packed, size.width + 130, 60)];
  expect(ofMask).toEqual([
    [255, 255, 255],
    [0, 0, 0],
  ]);
});

test('a camera that has been moved shows nothing, and is reported after a second', () => {
  const { remover } = learnt();
  const moved = frame({ shift: 30 });
  const answers = Array.from({ length: 30 }, () => remover.handle(moved));
  const [first] = answers;
  if (first?.type !== 'processed') throw new Error(first?.type);
  expect(new Uint32Array(first.packed.buffer).every((pixel) => pixel === 0xff000000)).toBe(true);
  expect(answers.map(({ type }) => type).indexOf('moved')).toBe(29);
});

test('a camera that is back in its place within a second goes on', () => {
  const { remover } = learnt();
  for (let time = 0; time < 29; time += 1) remover.handle(frame({ shift: 30 }));
  remover.handle(frame());
  expect(remover.handle(frame({ shift: 30 })).type).toBe('processed');
});
