/** Parses a KML file in a worker with a timeout, so that no file can block the page. */
import { KmlError } from '@earth/kml/error';
import type { Layer } from '@earth/kml';
import type { KmlAnswer } from './kml-worker';

/** The part of `Worker` that is used. */
export type KmlThread = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

const READ_MS = 20_000;

const start = (): KmlThread => new Worker(new URL('./kml-worker.ts', import.meta.url), { type: 'module' });

/** Rejects with `KmlError`, or with the signal's reason. */
export function readLayer(bytes: ArrayBuffer, signal: AbortSignal, thread: KmlThread = start()): Promise<Layer> {
  const timer = new AbortController();
  const reading = new Promise<Layer>((resolve, reject) => {
    const timeout = setTimeout(() => reject(new KmlError('tooLong')), READ_MS);
    timer.signal.addEventListener('abort', () => clearTimeout(timeout));
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    thread.addEventListener('error', () => reject(new KmlError('broken')));
    thread.addEventListener('message', ({ data }: MessageEvent<KmlAnswer>) => {
      if ('layer' in data) resolve(data.layer);
      else reject(new KmlError(data.problem));
    });
    thread.postMessage(bytes, [bytes]);
  });
  return reading.finally(() => {
    timer.abort();
    thread.terminate();
  });
}
