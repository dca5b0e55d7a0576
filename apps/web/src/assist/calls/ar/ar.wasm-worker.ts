/** The AR worker: learns the background and removes it. The page sends one frame at a time, and waits for the answer. */
import { Kernels } from '@earth/vision';
import type { FromArWorker, ToArWorker } from './ar-messages';
import { BackgroundRemover } from './background-remover';

/** The part of the worker's global scope that is used: the app's types only include the DOM. */
interface Scope {
  addEventListener(type: 'message', listener: (event: MessageEvent<ToArWorker>) => void): void;
  postMessage(answer: FromArWorker, transfer: Transferable[]): void;
}
const scope = self as unknown as Scope;

const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext('2d', { willReadFrequently: true });
const loaded: { kernels: Kernels | null; remover: BackgroundRemover | null } = { kernels: null, remover: null };

/** The pixels of a frame, at the size that is learnt. */
function pixelsOf(frame: ImageBitmap): Uint8ClampedArray {
  if (!context) throw new Error('No 2D canvas context');
  const { width, height } = canvas;
  context.drawImage(frame, 0, 0, width, height);
  frame.close();
  return context.getImageData(0, 0, width, height).data;
}

function learn(width: number, height: number) {
  if (!loaded.kernels) throw new Error('No kernels');
  Object.assign(canvas, { width, height });
  loaded.remover = new BackgroundRemover(loaded.kernels, { width, height });
}

function handleFrame(frame: ImageBitmap) {
  const answer = loaded.remover?.handle(pixelsOf(frame));
  if (answer) scope.postMessage(answer, answer.type === 'processed' ? [answer.packed.buffer] : []);
}

// What is thrown here is an `error` of the worker for the page.
scope.addEventListener('message', ({ data }) => {
  switch (data.type) {
    case 'start':
      loaded.kernels = new Kernels(new WebAssembly.Module(data.kernels));
      return;
    case 'learn':
      return learn(data.width, data.height);
    case 'frame':
      return handleFrame(data.frame);
  }
});
