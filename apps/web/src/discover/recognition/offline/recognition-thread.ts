import { createThread, type Thread } from '../../vision/model/thread';
import type { RecognitionJob, RecognitionResults } from './recognition-job';

export type RecognitionThread = Thread<RecognitionJob, RecognitionResults>;

const start = (): RecognitionThread =>
  createThread(new Worker(new URL('./recognition.wasm-worker.ts', import.meta.url), { type: 'module' }));

/** The recognition worker, which begins with the first job. After `stop` the next job begins another one. */
export function createRecognitionThread(): RecognitionThread {
  let running: RecognitionThread | null = null;
  return {
    run(job, transfer) {
      running ??= start();
      return running.run(job, transfer);
    },
    stop() {
      running?.stop();
      running = null;
    },
  };
}
