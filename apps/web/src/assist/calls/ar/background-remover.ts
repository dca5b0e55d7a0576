import { BackgroundModel, type Kernels } from '@earth/vision';
import type { FromArWorker } from './ar-messages';
import { packFrame } from './packed';

/** The share of a picture that hands never cover: more is new because the camera was moved, or the light changed much. */
const COVERED_MAX = 0.7;
/** Every so many pixels count for it. */
const STEP = 97;
/** A second: until then something may only have covered the picture, or shaken the table. */
const MOVED_FRAMES = 30;

/** Learns the background from the first frames, and removes it from the later ones. */
export class BackgroundRemover {
  readonly #size: { readonly width: number; readonly height: number };
  readonly #model: BackgroundModel;
  #movedFrames = 0;

  /** @param size of the frames: multiples of four */
  constructor(kernels: Kernels, size: { readonly width: number; readonly height: number }) {
    this.#size = size;
    this.#model = new BackgroundModel(kernels, size);
  }

  /** @param rgba of a frame */
  handle(rgba: Uint8ClampedArray): FromArWorker {
    if (this.#model.progress < 1) {
      this.#model.learn(rgba);
      return { type: 'learnt', percent: Math.round(100 * this.#model.progress) };
    }
    const alpha = this.#model.extract(rgba)?.alpha.data;
    const isLost = !alpha || coverageOf(alpha) > COVERED_MAX;
    this.#movedFrames = isLost ? this.#movedFrames + 1 : 0;
    if (this.#movedFrames >= MOVED_FRAMES) return { type: 'moved' };
    return { type: 'processed', packed: packFrame(this.#size, rgba, isLost ? null : alpha) };
  }
}

/** The share of a picture that is foreground. */
function coverageOf(alpha: Uint8Array): number {
  let [covered, all] = [0, 0];
  for (let at = 0; at < alpha.length; at += STEP) {
    all += 1;
    if ((alpha[at] ?? 0) > 127) covered += 1;
  }
  return covered / all;
}
