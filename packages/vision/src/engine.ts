/**
 * The engine of a camera: follows the targets that are in sight, and looks for others. One detection is tried per frame, so that a frame takes the
 * same time with one view and with a thousand; views that are not loaded yet are asked for when they are likely.
 */
import type { Alignment } from './align';
import { detect, framePyramid, prepareFrame } from './detect';
import type { Features } from './features';
import { apply, cornersOf, type Homography, type Point } from './homography';
import type { GrayImage } from './image';
import type { Kernels } from './kernels';
import { ViewIndex } from './shortlist';
import type { Target } from './target';
import { Tracker } from './track';
import type { IndexedView } from './view-format';

/** A target in a frame. */
export interface Sighting {
  readonly id: string;
  /** From the canonical picture to the frame. */
  readonly pose: Homography;
  readonly inliers: number;
  readonly correlation: number;
}

export interface FrameResult {
  readonly sightings: readonly Sighting[];
  /** Views that are likely in the frame and not loaded. */
  readonly wanted: readonly string[];
}

/** So many are followed at once. */
const TRACKED_MAX = 3;
/** Frames that a target must be followed before it is reported, and may be missed before it is lost. */
const FOUND_FRAMES = 2;
const LOST_FRAMES = 5;
/** While something is followed, the search for others runs in every so many frames. */
const SEARCH_EVERY = 4;
/** With no more views than this, all are tried in turn without a shortlist. */
const ALL_TRIED = 8;
const CANDIDATES = 8;

interface Followed {
  readonly tracker: Tracker;
  readonly target: Target;
  seen: number;
  missed: number;
  last: Alignment | null;
}

export class Engine {
  readonly #kernels: Kernels;
  readonly #ids: readonly string[];
  /** Null: there are so few views that all are tried in turn. */
  readonly #index: ViewIndex | null;
  readonly #targets = new Map<string, Target>();
  readonly #followed = new Map<string, Followed>();
  /** Views to be tried, the next one first. */
  #queue: readonly string[] = [];
  #frames = 0;

  /** @param views the index of the model */
  constructor(kernels: Kernels, views: readonly IndexedView[]) {
    this.#kernels = kernels;
    this.#ids = views.map(({ id }) => id);
    this.#index = views.length > ALL_TRIED ? new ViewIndex(views.map(({ features }) => features)) : null;
  }

  /** Loads a view, or replaces it. */
  add(id: string, target: Target) {
    this.#followed.delete(id);
    this.#targets.set(id, target);
  }

  /** Frees the memory of a view; it is wanted again when it is likely. */
  remove(id: string) {
    this.#followed.delete(id);
    this.#targets.delete(id);
  }

  /** Forgets what is followed: the camera was stopped or turned off. */
  reset() {
    this.#followed.clear();
    this.#queue = [];
  }

  /** @param image grey, upright */
  frame(image: GrayImage): FrameResult {
    const pyramid = framePyramid(this.#kernels, image);
    for (const [id, one] of this.#followed) this.#follow(id, one, pyramid);
    this.#dropOverlaps();
    this.#frames += 1;
    const isSearching = this.#followed.size === 0 || this.#frames % SEARCH_EVERY === 0;
    const wanted = isSearching && this.#followed.size < TRACKED_MAX ? this.#search(image, pyramid) : [];
    return { sightings: this.#sightings(), wanted };
  }

  #follow(id: string, one: Followed, pyramid: readonly GrayImage[]) {
    const alignment = one.tracker.next(pyramid);
    if (alignment) {
      one.seen += 1;
      one.missed = 0;
      one.last = alignment;
      return;
    }
    one.missed += 1;
    if (one.missed >= LOST_FRAMES || one.seen < FOUND_FRAMES) this.#followed.delete(id);
  }

  /** Of two targets in one place only the one with more inliers is there. */
  #dropOverlaps() {
    const shown = [...this.#followed].toSorted(
      ([, one], [, other]) => (other.last?.inliers ?? 0) - (one.last?.inliers ?? 0),
    );
    for (const [at, [, better]] of shown.entries())
      for (const [id, one] of shown.slice(at + 1))
        if (better.last && one.last && isWithin(centreOf(one.target, one.last.pose), better.target, better.last.pose))
          this.#followed.delete(id);
  }

  /** Tries one view. @returns likely views that are not loaded */
  #search(image: GrayImage, pyramid: readonly GrayImage[]): readonly string[] {
    const frame = prepareFrame(this.#kernels, image, pyramid);
    const likely = this.#likely(frame.features);
    const loaded = likely.filter((id) => this.#targets.has(id) && !this.#followed.has(id));
    // Those that were tried last come last, so that a wrong first candidate does not hide the right one.
    const queue = this.#queue.filter((id) => loaded.includes(id));
    const next = loaded.find((id) => !queue.includes(id)) ?? queue[0];
    if (next !== undefined) {
      this.#queue = [...queue.filter((id) => id !== next), next];
      const target = this.#targets.get(next);
      const found = target && detect(this.#kernels, target, frame);
      if (target && found) {
        const tracker = new Tracker(this.#kernels, target, found);
        this.#followed.set(next, { tracker, target, seen: 1, missed: 0, last: found });
      }
    }
    return likely.filter((id) => !this.#targets.has(id));
  }

  #likely(features: Features): readonly string[] {
    if (!this.#index) return this.#ids;
    return this.#index.find(features, CANDIDATES).flatMap(({ view }) => this.#ids[view] ?? []);
  }

  #sightings(): readonly Sighting[] {
    return [...this.#followed].flatMap(([id, { last, seen }]) =>
      last && seen >= FOUND_FRAMES
        ? [{ id, pose: last.pose, inliers: last.inliers, correlation: last.correlation }]
        : [],
    );
  }
}

const centreOf = ({ width, height }: Target, pose: Homography): Point => apply(pose, width / 2, height / 2);

/** Whether a point of the frame is on a target. */
function isWithin([x, y]: Point, target: Target, pose: Homography): boolean {
  const corners = cornersOf(target).map(([cornerX, cornerY]) => apply(pose, cornerX, cornerY));
  return corners.every(([fromX, fromY], at) => {
    const [toX, toY] = corners[(at + 1) % 4]!;
    return (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX) >= 0;
  });
}
