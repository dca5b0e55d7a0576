import { createThread, type Thread, VisionError } from '../../vision/model/thread';
import type { RecognitionJob, RecognitionResults } from './recognition-job';

export type RecognitionThread = Thread<RecognitionJob, RecognitionResults>;

const start = (): RecognitionThread =>
  createThread(new Worker(new URL('./recognition.wasm-worker.ts', import.meta.url), { type: 'module' }));

/** The recognition worker, which begins with the first job. After `stop`, or if it has crashed, the next job begins another one. */
export function createRecognitionThread(): RecognitionThread {
  let running: RecognitionThread | null = null;
  return {
    async run(job, transfer) {
      running ??= start();
      const asked = running;
      try {
        return await asked.run(job, transfer);
      } catch (error) {
        if (error instanceof VisionError && error.reason === 'crashed' && running === asked) running = null;
        throw error;
      }
    },
    stop() {
      running?.stop();
      running = null;
    },
  };
}
