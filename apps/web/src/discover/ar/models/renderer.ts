/** The renderer of 3D models, with adaptive resolution: a device that is too slow for all pixels draws fewer, so that its buttons still answer. */
import { WebGLRenderer } from 'three';

/** Of the display: more costs battery, and shows nothing more. */
const PIXEL_RATIO_MAX = 2;

/** Above this, drawing is too slow, ms a frame: under 20 frames a second. */
const SLOW_MS = 50;
/** So many slow frames in a row: a single one may compile a shader. */
const SLOW_FRAMES = 3;
/** A longer pause is a hidden page. */
const PAUSE_MS = 5_000;
const STEP = 0.7;
const RATIO_MIN = 0.5;

export class AdaptiveResolution {
  #ratio: number;
  #slowFrames = 0;
  #drawnAt: number | null = null;

  /** @param ratio pixels drawn for each pixel of the layout, at first */
  constructor(ratio: number) {
    this.#ratio = ratio;
  }

  /** Call before each frame. @param at ms @returns the ratio from now on, or null if it stays */
  next(at: number): number | null {
    const interval = this.#drawnAt === null ? 0 : at - this.#drawnAt;
    this.#drawnAt = at;
    this.#slowFrames = interval > SLOW_MS && interval < PAUSE_MS ? this.#slowFrames + 1 : 0;
    if (this.#slowFrames < SLOW_FRAMES || this.#ratio <= RATIO_MIN) return null;
    this.#slowFrames = 0;
    this.#ratio = Math.max(RATIO_MIN, this.#ratio * STEP);
    return this.#ratio;
  }
}

/** Without a graphics card the processor draws each pixel: smooth edges would take four times as long. */
const hasGraphicsCard = () =>
  document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true }) !== null;

export interface ModelRenderer {
  readonly renderer: WebGLRenderer;
  /** Call before each frame. @param at ms */
  readonly adapt: (at: number) => void;
}

/** @throws if the browser has no WebGL */
export function createRenderer(canvas: HTMLCanvasElement): ModelRenderer {
  const renderer = new WebGLRenderer({ canvas, alpha: true, antialias: hasGraphicsCard() });
  const ratio = Math.min(devicePixelRatio, PIXEL_RATIO_MAX);
  const resolution = new AdaptiveResolution(ratio);
  renderer.setPixelRatio(ratio);
  const adapt = (at: number) => {
    const next = resolution.next(at);
    if (next) renderer.setPixelRatio(next);
  };
  return { renderer, adapt };
}
