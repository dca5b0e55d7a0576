/** The lasers on snapshots: who points where. A position fades after a moment. */
import { type Clock, createThrottle, type Throttle } from '@earth/async';
import type { Laser, Point } from './drawing-view';
import { FRAME_MS, rounded } from './own-hand';

/** How long a position stays visible. */
export const LASER_MS = 1_500;
/** Limit of positions in a trail: more could not be seen anyway. */
const TRAIL_MAX = 200;

interface Shown extends Laser {
  readonly picId: string;
}

export interface LasersOptions {
  readonly clock: Clock;
  readonly me: string;
  readonly colorOf: (contactId: string) => string;
  readonly send: (picId: string, point: Point) => void;
  readonly onChange: () => void;
}

const none: readonly Laser[] = [];

export class Lasers {
  readonly #options: LasersOptions;
  readonly #shown = new Map<string, Shown>();
  #lists = new Map<string, readonly Laser[]>();
  #timer: unknown = null;
  #own: { readonly picId: string; readonly point: Point } | null = null;
  readonly #sendOwn: Throttle;

  constructor(options: LasersOptions) {
    this.#options = options;
    this.#sendOwn = createThrottle(options.clock, FRAME_MS, () => {
      if (this.#own) options.send(this.#own.picId, this.#own.point);
    });
  }

  /** The same array until something changes. */
  on(picId: string): readonly Laser[] {
    if (this.#shown.size === 0) return none;
    const known = this.#lists.get(picId);
    if (known) return known;
    const list = [...this.#shown.values()].filter((laser) => laser.picId === picId);
    this.#lists.set(picId, list);
    return list;
  }

  /** Moves the user's laser: on this screen at once, on the others once a frame. */
  point(picId: string, point: Point) {
    this.show(this.#options.me, picId, point);
    this.#own = { picId, point: rounded(point) };
    this.#sendOwn();
  }

  show(from: string, picId: string, point: Point) {
    const { clock, colorOf } = this.#options;
    const before = this.#shown.get(from);
    const trail = before?.picId === picId ? before.trail.slice(1 - TRAIL_MAX) : [];
    const now = clock.now();
    this.#shown.set(from, { contactId: from, picId, color: colorOf(from), trail: [...trail, { point, at: now }] });
    this.#changed();
    this.#timer ??= clock.setTimeout(() => this.#fade(), LASER_MS);
  }

  stop() {
    this.#options.clock.clearTimeout(this.#timer);
    this.#sendOwn.stop();
    this.#shown.clear();
    this.#lists.clear();
  }

  #fade() {
    const { clock } = this.#options;
    const since = clock.now() - LASER_MS;
    for (const [contactId, laser] of this.#shown) {
      const trail = laser.trail.filter(({ at }) => at > since);
      if (trail.length > 0) this.#shown.set(contactId, { ...laser, trail });
      else this.#shown.delete(contactId);
    }
    const oldest = Math.min(...[...this.#shown.values()].map(({ trail }) => trail[0]?.at ?? 0));
    this.#timer = this.#shown.size > 0 ? clock.setTimeout(() => this.#fade(), oldest + LASER_MS - clock.now()) : null;
    this.#changed();
  }

  #changed() {
    this.#lists = new Map();
    this.#options.onChange();
  }
}
