/**
 * The view in sight, and where its marks are between the frames. Of several views the one that was found first stays, until it is lost;
 * a lost view stays for a moment, because a hand that shakes loses it for a frame.
 */
import { OneEuroFilter } from '@earth/vision';
import type { SeenFrame, SeenView } from '../../vision';
import type { Mark } from './visit-points';

/** How long a lost view stays, ms. */
const LOST_MS = 400;
/** A dot is carried on at its speed for no longer than that, ms. */
const AHEAD_MS = 60;
/** Hz at rest; with the speed in widths of the frame a second. */
const FILTER = { minCutoff: 1.5, beta: 20 };

/** In pixels of the frame, from its upper left corner. */
interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The place of a mark of the view's canonical picture in the frame. */
export function spotOf({ pose, width, height }: SeenView, { x, y }: Pick<Mark, 'x' | 'y'>): Spot {
  // The centre of the first pixel is half a pixel from the edge.
  const [u, v] = [x * width - 0.5, y * height - 0.5];
  const row = (at: number) => (pose[at] ?? 0) * u + (pose[at + 1] ?? 0) * v + (pose[at + 2] ?? 0);
  const depth = row(6);
  return { x: row(0) / depth + 0.5, y: row(3) / depth + 0.5 };
}

class MovingSpot {
  readonly #filter = new OneEuroFilter(FILTER);
  #now: Spot | null = null;
  #at = 0;
  /** Per ms. */
  #speed: Spot = { x: 0, y: 0 };

  /** @param spot in shares of the frame's width @param at ms */
  move(spot: Spot, at: number) {
    const [x = spot.x, y = spot.y] = this.#filter.next([spot.x, spot.y], at / 1000);
    const passed = at - this.#at;
    if (this.#now && passed > 0) this.#speed = { x: (x - this.#now.x) / passed, y: (y - this.#now.y) / passed };
    this.#now = { x, y };
    this.#at = at;
  }

  at(now: number): Spot | null {
    if (!this.#now) return null;
    const ahead = Math.min(Math.max(0, now - this.#at), AHEAD_MS);
    return { x: this.#now.x + ahead * this.#speed.x, y: this.#now.y + ahead * this.#speed.y };
  }
}

export class Sight {
  #viewId: string | null = null;
  #seenAt = Number.NEGATIVE_INFINITY;
  #frame = { width: 1, height: 1 };
  readonly #spots = new Map<Mark, MovingSpot>();
  readonly #marksOf: (viewId: string) => readonly Mark[];

  /** @param marksOf the marks of a view; a view without any is not looked at */
  constructor(marksOf: (viewId: string) => readonly Mark[]) {
    this.#marksOf = marksOf;
  }

  /** The size of the frames in which `spotAt` counts. */
  get frame() {
    return this.#frame;
  }

  /** The view in sight. */
  get viewId(): string | null {
    return this.#viewId;
  }

  /** @param at when the frame was taken, ms */
  handle({ views, width, height }: SeenFrame, at: number) {
    this.#frame = { width, height };
    const marked = views.filter(({ id }) => this.#marksOf(id).length > 0);
    const stays = marked.find(({ id }) => id === this.#viewId);
    if (!stays && this.#viewId !== null && at - this.#seenAt < LOST_MS) return;
    const view = stays ?? marked.toSorted((one, other) => other.inliers - one.inliers)[0];
    if (view?.id !== this.#viewId) this.#spots.clear();
    this.#viewId = view?.id ?? null;
    if (!view) return;
    this.#seenAt = at;
    for (const mark of this.#marksOf(view.id)) {
      const { x, y } = spotOf(view, mark);
      const spot = this.#spots.get(mark) ?? new MovingSpot();
      this.#spots.set(mark, spot);
      spot.move({ x: x / width, y: y / width }, at);
    }
  }

  /** Where a mark of the view in sight is, in pixels of the frame; null: not in sight. @param now ms */
  spotAt(mark: Mark, now: number): Spot | null {
    const spot = this.#spots.get(mark)?.at(now);
    const { width } = this.#frame;
    return spot ? { x: spot.x * width, y: spot.y * width } : null;
  }
}
