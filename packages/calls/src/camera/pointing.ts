/**
 * The laser on the live picture: who points where in whose picture. It travels as fractions of the picture, so that it is at
 * the same spot on a phone and on a desktop. Nothing of it is kept; a store of its own, so that no point redraws a screen.
 */
import type { MessageOf } from '../transport/peer-handlers';
import type { Clock } from '../ports';
import type { Pointer, Spot } from '../view';

/** A pointer that rests is said again after this time. */
export const POINT_AGAIN_MS = 1_000;
/** One of which nothing is heard for so long is gone: the message that says so may be lost. */
export const POINT_LASTS_MS = 2_500;
/** Fractions travel with so many decimals: a tenth of a pixel on the largest screens. */
const DECIMALS = 4;

export interface PointingOptions {
  readonly clock: Clock;
  /** One's own contact id. */
  readonly me: string;
  /** Whether somebody, perhaps oneself, is in the call. */
  readonly isIn: (contactId: string) => boolean;
  readonly send: (message: MessageOf<'point'>) => void;
  readonly onChange: () => void;
}

const rounded = (fraction: number) => Number(Math.min(1, Math.max(0, fraction)).toFixed(DECIMALS));

export class Pointing {
  readonly #options: PointingOptions;
  readonly #heard = new Map<string, { readonly pointer: Pointer; readonly at: number }>();
  #pointers: readonly Pointer[] = [];
  #mine: Pointer | null = null;
  #timer: unknown = null;
  #isStopped = false;

  constructor(options: PointingOptions) {
    this.#options = options;
  }

  /** The same list as long as nothing changes; one's own is the last. */
  pointers(): readonly Pointer[] {
    return this.#pointers;
  }

  /** One's own. To be called once a frame of the screen at most. */
  point(of: string, spot: Spot | null) {
    const { me } = this.#options;
    if (this.#isStopped || (spot === null && this.#mine === null)) return;
    this.#mine = spot && { by: me, of, x: rounded(spot.x), y: rounded(spot.y) };
    this.#say(of);
    this.#changed();
  }

  handlePoint(from: string, { of, at }: MessageOf<'point'>) {
    const { clock, isIn } = this.#options;
    if (this.#isStopped || !isIn(from) || !isIn(of)) return;
    if (at) this.#heard.set(from, { pointer: { by: from, of, ...at }, at: clock.now() });
    else if (!this.#heard.delete(from)) return;
    this.#changed();
  }

  forget(contactId: string) {
    if (this.#heard.delete(contactId)) this.#changed();
  }

  stop() {
    this.#isStopped = true;
    this.#options.clock.clearTimeout(this.#timer);
    this.#heard.clear();
    this.#mine = null;
    this.#list();
  }

  #say(of: string) {
    const mine = this.#mine;
    this.#options.send({ type: 'point', of, at: mine && { x: mine.x, y: mine.y } });
  }

  #changed() {
    this.#list();
    this.#timer ??= this.#options.clock.setTimeout(() => this.#lookAgain(), POINT_AGAIN_MS);
  }

  /** As long as anybody points: one's own is said again, and those that are not heard of go. */
  #lookAgain() {
    this.#timer = null;
    if (this.#mine) this.#say(this.#mine.of);
    const { clock, isIn } = this.#options;
    for (const [by, { at }] of this.#heard) if (clock.now() - at >= POINT_LASTS_MS || !isIn(by)) this.#heard.delete(by);
    if (this.#mine || this.#heard.size > 0) this.#changed();
    else this.#list();
  }

  #list() {
    const heard = [...this.#heard.values()].map(({ pointer }) => pointer);
    this.#pointers = this.#mine ? [...heard, this.#mine] : heard;
    this.#options.onChange();
  }
}
