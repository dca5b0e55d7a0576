/** The vision engine: see README.md. Each part is a bench of its own, because each takes minutes. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Kernels } from '@earth/vision';
import type { Figure } from './figures';
import { measureBackground, measureSightings, measureSoak, measureStages, measureStarts } from './vision/browser';
import { measureMindAr } from './vision/mind-ar';
import { DRAWINGS, readDrawing } from './vision/pictures';
import { measureDownloads, measureRecall } from './vision/recall';
import { measureAbsent, measureMotion } from './vision/sequences';
import { measureSweep } from './vision/sweep';

function createKernels(): Kernels {
  const file = fileURLToPath(import.meta.resolve('@earth/vision/kernels.wasm'));
  return new Kernels(new WebAssembly.Module(readFileSync(file)));
}

const readDrawings = () => Promise.all(DRAWINGS.map(readDrawing));

export const visionBenches: Readonly<
  Record<string, { readonly title: string; readonly measure: () => Promise<readonly Figure[]> }>
> = {
  'vision-sweep': {
    title: 'A flat target in single frames, along one difficulty at a time',
    measure: async () => measureSweep(createKernels(), await readDrawings()),
  },
  'vision-mind-ar': {
    title: 'Frames of the sweep, beside MindAR 1.2.5 in Chromium',
    measure: async () => measureMindAr(createKernels(), await readDrawings()),
  },
  'vision-motion': {
    title: 'A flat target that moves, followed from frame to frame',
    measure: async () => measureMotion(createKernels()),
  },
  'vision-absent': {
    title: 'Frames without the target',
    measure: async () => measureAbsent(createKernels(), await readDrawings()),
  },
  'vision-recall': {
    title: 'One of many views, and what is downloaded before it is seen',
    measure: async () => {
      const kernels = createKernels();
      return [...measureRecall(kernels), ...(await measureDownloads(kernels, await readDrawings()))];
    },
  },
  'vision-stages': {
    title: 'Milliseconds of a frame of 640 × 480 in a worker of Chromium, by stage',
    measure: measureStages,
  },
  'vision-sightings': {
    title: 'The time until a view is reported, and its jitter, in a worker of Chromium',
    measure: measureSightings,
  },
  'vision-starts': { title: 'Memory of Chromium over starts of the engine', measure: measureStarts },
  'vision-soak': { title: 'Ten minutes of one engine in a worker of Chromium', measure: measureSoak },
  'vision-background': {
    title: 'Background removal at 640 × 480 in a worker of Chromium',
    measure: measureBackground,
  },
};
