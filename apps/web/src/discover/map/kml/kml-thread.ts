/** Parses a KML file in a worker with a timeout, so that no file can block the page. */
import { KmlError } from '@earth/kml/error';
import type { KmlPicture, Layer } from '@earth/kml';
import type { KmlAnswer, KmlRequest } from './kml-worker';

/** The part of `Worker` that is used. */
export type KmlThread = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

const READ_MS = 20_000;

const start = (): KmlThread => new Worker(new URL('./kml-worker.ts', import.meta.url), { type: 'module' });

type Answered = Exclude<KmlAnswer, { readonly problem: unknown }>;

/** Rejects with `KmlError`, or with the signal's reason. */
function ask(request: KmlRequest, signal: AbortSignal, thread: KmlThread): Promise<Answered> {
  const timer = new AbortController();
  const reading = new Promise<Answered>((resolve, reject) => {
    const timeout = setTimeout(() => reject(new KmlError('tooLong')), READ_MS);
    timer.signal.addEventListener('abort', () => clearTimeout(timeout));
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    thread.addEventListener('error', () => reject(new KmlError('broken')));
    thread.addEventListener('message', ({ data }: MessageEvent<KmlAnswer>) => {
      if ('problem' in data) reject(new KmlError(data.problem));
      else resolve(data);
    });
    thread.postMessage(request, [request.bytes]);
  });
  return reading.finally(() => {
    timer.abort();
    thread.terminate();
  });
}

/** Rejects with `KmlError`, or with the signal's reason. */
export async function readLayer(bytes: ArrayBuffer, signal: AbortSignal, thread: KmlThread = start()): Promise<Layer> {
  const answer = await ask({ bytes }, signal, thread);
  if (!('layer' in answer)) throw new KmlError('broken');
  return answer.layer;
}

/** The picture of a place in the file. Rejects like `readLayer`. */
export async function readPicture(
  bytes: ArrayBuffer,
  path: string,
  signal: AbortSignal,
  thread: KmlThread = start(),
): Promise<KmlPicture | null> {
  const answer = await ask({ bytes, picture: path }, signal, thread);
  return 'picture' in answer ? answer.picture : null;
}
