/** Where things stand on targets, at the rate of the display. Says not from where they are seen: a camera does, or an editor. */
import type { Camera, Pose, Size } from '@earth/vision';
import type { Matrix } from './matrix';
import { type Cover, cssMatrix } from './placement';

type Draw = (at: number) => void;

/** `loading`, `shown`, or `failed`: it cannot be loaded or drawn. */
export type ModelState = 'loading' | 'shown' | 'failed';

/** A 3D model on a target. */
export interface PlacedModel {
  readonly target: string;
  readonly url: string;
  /** From the model, whose width is 1, to the marker: as it is now. */
  readonly matrix: () => Matrix;
  readonly onState: (state: ModelState) => void;
}

/** A camera, its frame, and where the frame is in the box. */
export interface StageView {
  readonly camera: Camera;
  readonly frame: Size;
  readonly cover: Cover;
}

export abstract class ItemStage {
  readonly #listeners = new Set<() => void>();
  readonly #drawn = new Set<Draw>();
  #models: readonly PlacedModel[] = [];
  #request = 0;

  /** Null: the target is not shown. @param at milliseconds */
  abstract poseOf(target: string, at: number): Pose | null;

  abstract get view(): StageView;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getModels = (): readonly PlacedModel[] => this.#models;

  /** @returns a function that removes it */
  addModel(model: PlacedModel): () => void {
    this.#models = [...this.#models, model];
    this.notify();
    return () => {
      this.#models = this.#models.filter((one) => one !== model);
      this.notify();
    };
  }

  /** Calls back before each frame of the display. @returns a function that ends it */
  onDraw(draw: Draw): () => void {
    this.#drawn.add(draw);
    if (this.#drawn.size === 1) this.#request = requestAnimationFrame(this.#draw);
    return () => {
      this.#drawn.delete(draw);
      if (this.#drawn.size === 0) cancelAnimationFrame(this.#request);
    };
  }

  readonly #draw = () => {
    this.#request = requestAnimationFrame(this.#draw);
    const at = performance.now();
    for (const draw of this.#drawn) draw(at);
  };

  /** The `transform` of an element on a target. @param item from the element to the marker */
  transformOf(target: string, item: Matrix, at: number): string | null {
    const pose = this.poseOf(target, at);
    return pose && cssMatrix(pose, item, this.view);
  }

  protected notify() {
    for (const listener of this.#listeners) listener();
  }
}
