/** The vision worker. */
import { createThread, type Thread } from './model/thread';
import type { VisionJob, VisionResults } from './vision-job';

export type VisionThread = Thread<VisionJob, VisionResults>;

export const startVisionThread = (): VisionThread =>
  createThread(new Worker(new URL('./vision.wasm-worker.ts', import.meta.url), { type: 'module' }));
