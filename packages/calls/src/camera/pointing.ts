/**
 * The laser on live pictures: who points where, in whose picture. Positions are sent as fractions of the picture, so that they
 * fit a phone and a desktop. Nothing is stored. It has its own listeners, so that a moving point does not render the screen.
 */
import type { MessageOf } from '../transport/peer-handlers';
import type { Clock } from '@earth/async';
import type { Pointer, Spot } from '../view';

/** The position of a pointer that rests is repeated at this interval. */
export const POINT_AGAIN_MS = 1_000;
/** A pointer without a message for this time is removed: its last message may be lost. */
export const POINT_LASTS_MS = 2_500;
/** Decimals of the fractions that are sent: a tenth of a pixel on the largest screens. */
const DECIMALS = 4;

export interface PointingOptions {
  readonly clock: Clock;
  /** The user's contact id. */
  readonly me: string;
  /** Whether a contact, who may be the user, is in the call. */
  readonly isIn: (contactId: string) => boolean;
  readonly send: (message: MessageOf<'point'>) => void;
  readonly onChange: () => void;
}

const rounded = (fraction: number) => Number(Math.min(1, Math.max(0, fraction)).toFixed(DECIMALS));

export class Pointing {
  readonly #options: PointingOptions;
  readonly #received = new Map<string, { readonly pointer: Pointer; readonly at: number }>();
  #pointers: readonly Pointer[] = [];
  #mine: Pointer | null = null;
  #timer: unknown = null;
  #isStopped = false;

  constructor(options: PointingOptions) {
    this.#options = options;
  }

  /** The same array until something changes; the user's own pointer comes last. */
  pointers(): readonly Pointer[] {
    return this.#pointers;
  }

  /** Moves the user's own pointer. To be called at most once a frame of the screen. */
  point(of: string, spot: Spot | null) {
    const { me } = this.#options;
    if (this.#isStopped || (spot === null && this.#mine === null)) return;
    this.#mine = spot && { by: me, of, x: rounded(spot.x), y: rounded(spot.y) };
    this.#sendOwn(of);
    this.#changed();
  }

  handlePoint(from: string, { of, at }: MessageOf<'point'>) {
    const { clock, isIn } = this.#options;
    if (this.#isStopped || !isIn(from) || !isIn(of)) return;
    if (at) this.#received.set(from, { pointer: { by: from, of, ...at }, at: clock.now() });
    else if (!this.#received.delete(from)) return;
    this.#changed();
  }

  forget(contactId: string) {
    if (this.#received.delete(contactId)) this.#changed();
  }

  stop() {
    this.#isStopped = true;
    this.#options.clock.clearTimeout(this.#timer);
    this.#received.clear();
    this.#mine = null;
    this.#list();
  }

  #sendOwn(of: string) {
    const mine = this.#mine;
    this.#options.send({ type: 'point', of, at: mine && { x: mine.x, y: mine.y } });
  }

  #changed() {
    this.#list();
    this.#timer ??= this.#options.clock.setTimeout(() => this.#repeat(), POINT_AGAIN_MS);
  }

  /** Repeats the user's own position, and removes pointers without messages, as long as anybody points. */
  #repeat() {
    this.#timer = null;
    if (this.#mine) this.#sendOwn(this.#mine.of);
    const { clock, isIn } = this.#options;
    for (const [by, { at }] of this.#received)
      if (clock.now() - at >= POINT_LASTS_MS || !isIn(by)) this.#received.delete(by);
    if (this.#mine || this.#received.size > 0) this.#changed();
    else this.#list();
  }

  #list() {
    const others = [...this.#received.values()].map(({ pointer }) => pointer);
    this.#pointers = this.#mine ? [...others, this.#mine] : others;
    this.#options.onChange();
  }
}
