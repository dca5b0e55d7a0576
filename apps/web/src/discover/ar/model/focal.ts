/** The focal length of a camera that browsers do not tell: the one by which the seen targets are flat and rectangular. */
import { type Camera, guessCamera, reprojectionError, type Size } from '@earth/vision';
import type { SeenView } from '../../vision';

/** Candidates, in relation to the guess. */
const CANDIDATES = Array.from({ length: 15 }, (_, at) => 0.65 * 1.07 ** at);
/** The weight of the guess: so many square pixels of error for a doubled focal length. A target seen from the front says nothing. */
const PRIOR = 40;
/** A wrong homography must not decide. */
const ERROR_MAX = 8;
/** How fast former frames are forgotten. */
const DECAY = 0.98;

export class FocalEstimate {
  readonly #guess: Camera;
  readonly #errors = CANDIDATES.map(() => 0);
  #best = 1;

  constructor(frame: Size) {
    this.#guess = guessCamera(frame);
  }

  get camera(): Camera {
    return this.#at(this.#best);
  }

  see({ pose, width, height }: SeenView) {
    const costs = CANDIDATES.map((factor, at) => {
      const error = Math.min(ERROR_MAX, reprojectionError(pose, { width, height }, this.#at(factor)));
      this.#errors[at] = DECAY * (this.#errors[at] ?? 0) + error ** 2;
      return this.#errors[at] + PRIOR * Math.log2(factor) ** 2;
    });
    const wanted = CANDIDATES[costs.indexOf(Math.min(...costs))] ?? 1;
    // In small steps, so that what stands on a marker does not jump.
    this.#best += 0.2 * (wanted - this.#best);
  }

  #at(factor: number): Camera {
    return { ...this.#guess, focal: this.#guess.focal * factor };
  }
}
