import { readFileSync } from 'node:fs';
import { type ColorImage, Recognizer } from '../src/recognition';
import { createRandom } from '../src/random';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url));

export const testNet = () => new Uint8Array(read('recognition/net.bin'));
export const testNetKernelBytes = () => new Uint8Array(read('kernels/recognition.wasm'));
export const testNetKernels = () => new WebAssembly.Module(testNetKernelBytes());
export const createTestRecognizer = (): Promise<Recognizer> => Recognizer.load(testNet(), testNetKernels());

/** A picture with a value from 0 to 1 for each place of a unit square, between two colours. */
export function paint(
  side: number,
  colors: readonly [from: readonly number[], to: readonly number[]],
  valueAt: (x: number, y: number) => number,
): ColorImage {
  const data = new Uint8ClampedArray(4 * side * side).fill(255);
  for (let y = 0, at = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1, at += 4) {
      const value = valueAt(x / side, y / side);
      for (let part = 0; part < 3; part += 1)
        data[at + part] = colors[0][part]! * (1 - value) + colors[1][part]! * value;
    }
  return { width: side, height: side, data };
}

/** Waves of random directions and lengths: no two seeds give the same texture. */
export function waves(seed: number, side = 256, tint = 0): ColorImage {
  const random = createRandom(seed);
  const parts = Array.from({ length: 4 }, () => {
    const [turn, length] = [2 * Math.PI * random(), 12 * 8 ** random()];
    return { x: length * Math.cos(turn), y: length * Math.sin(turn), phase: 7 * random(), share: 0.3 + random() };
  });
  const dark = [0, 1, 2].map(() => 40 + 80 * random());
  const light = dark.map((value) => value + 40 + 80 * random());
  const tinted = (color: readonly number[]) => [color[0]! + tint, color[1]!, color[2]! - tint];
  return paint(side, [tinted(dark), tinted(light)], (x, y) => {
    const sum = parts.reduce((total, part) => total + part.share * Math.sin(part.x * x + part.y * y + part.phase), 0);
    return 0.5 + sum / 4;
  });
}
