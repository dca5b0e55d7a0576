/** The AR worker: learns the background and removes it. The page sends one frame at a time, and waits for the answer. */
import { loadKernels } from '../../../platform/vision/kernels';
import type { FromArWorker, ToArWorker } from './ar-messages';
import { BackgroundRemover } from './background-remover';

/** The part of the worker's global scope that is used: the app's types only include the DOM. */
interface Scope {
  addEventListener(type: 'message', listener: (event: MessageEvent<ToArWorker>) => void): void;
  postMessage(answer: FromArWorker, transfer: Transferable[]): void;
}
const scope = self as unknown as Scope;

const loading = loadKernels();
const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext('2d', { willReadFrequently: true });
let remover: BackgroundRemover | null = null;

/** The pixels of a frame, at the size that is learnt. */
function pixelsOf(frame: ImageBitmap): Uint8ClampedArray {
  if (!context) throw new Error('No 2D canvas context');
  const { width, height } = canvas;
  context.drawImage(frame, 0, 0, width, height);
  frame.close();
  return context.getImageData(0, 0, width, height).data;
}

async function handle(message: ToArWorker) {
  const kernels = await loading;
  if (message.type === 'learn') {
    const { width, height } = message;
    Object.assign(canvas, { width, height });
    remover = new BackgroundRemover(kernels, { width, height });
    return;
  }
  const answer = remover?.handle(pixelsOf(message.frame));
  if (answer) scope.postMessage(answer, answer.type === 'processed' ? [answer.packed.buffer] : []);
}

scope.addEventListener('message', ({ data }) => {
  handle(data).catch((error: unknown) => {
    // Thrown outside the promise, so that the page gets an `error` event.
    setTimeout(() => {
      throw error;
    });
  });
});
