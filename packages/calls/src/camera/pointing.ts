/**
 * The laser on live pictures: who points where, in whose picture, and the lines that they draw there. Positions are sent as fractions of the picture, so that they
 * fit a phone and a desktop. Nothing is stored. It has its own listeners, so that a moving point does not render the screen.
 */
import { LIVE_WAY_MAX } from '@earth/contracts';
import type { MessageOf } from '../transport/peer-handlers';
import type { Clock } from '@earth/async';
import type { DrawnWay, LiveLine, Pointer, Points, Spot } from '../view';
import { LiveLines } from './live-lines';

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
  /** Whether a contact may draw: by the role that the server gives, and by the setting. */
  readonly mayDraw: (contactId: string) => boolean;
  readonly send: (message: MessageOf<'point'>) => void;
  readonly onChange: () => void;
}

const rounded = (fraction: number) => Number(Math.min(1, Math.max(0, fraction)).toFixed(DECIMALS));
const roundedSpot = ({ x, y }: Spot): Spot => ({ x: rounded(x), y: rounded(y) });

type LineOf = NonNullable<MessageOf<'point'>['line']>;

export class Pointing {
  readonly lines: LiveLines;
  readonly #options: PointingOptions;
  readonly #received = new Map<string, { readonly pointer: Pointer; readonly at: number }>();
  #pointers: readonly Pointer[] = [];
  #mine: Pointer | null = null;
  #lineId = 0;
  #timer: unknown = null;
  #isStopped = false;

  constructor(options: PointingOptions) {
    this.#options = options;
    this.lines = new LiveLines(options);
  }

  /** The same array until something changes; the user's own pointer comes last. */
  pointers(): readonly Pointer[] {
    return this.#pointers;
  }

  /** Moves the user's own pointer, and draws what it has passed. To be called at most once a frame of the screen. */
  point(of: string, spot: Spot | null, drawn?: DrawnWay) {
    const { me, mayDraw } = this.#options;
    if (this.#isStopped || (spot === null && this.#mine === null)) return;
    this.#mine = spot && { by: me, of, ...roundedSpot(spot) };
    const ways = drawn && mayDraw(me) ? this.#drawOwn(of, drawn) : [];
    for (const line of ways.length > 0 ? ways : [undefined]) this.#sendOwn(of, line);
    this.#changed();
  }

  handlePoint(from: string, { of, at, line }: MessageOf<'point'>) {
    const { clock, isIn, mayDraw } = this.#options;
    if (this.#isStopped || !isIn(from) || !isIn(of)) return;
    if (line && mayDraw(from)) this.lines.draw({ by: from, of, id: line.id }, line.way);
    if (at) this.#received.set(from, { pointer: { by: from, of, ...at }, at: clock.now() });
    else if (!this.#received.delete(from)) return;
    this.#changed();
  }

  forget(contactId: string) {
    this.lines.forget(contactId);
    if (this.#received.delete(contactId)) this.#changed();
  }

  stop() {
    this.#isStopped = true;
    this.#options.clock.clearTimeout(this.#timer);
    this.lines.stop();
    this.#received.clear();
    this.#mine = null;
    this.#list();
  }

  /** @returns what each message says of the line */
  #drawOwn(of: string, { isNew, way }: DrawnWay): readonly LineOf[] {
    const { clock, me } = this.#options;
    // Not less than the last one, so that a page that comes back does not continue a line.
    if (isNew) this.#lineId = Math.max(this.#lineId + 1, clock.now());
    const id = this.#lineId;
    const spots = way.map(roundedSpot);
    if (spots.length > 0) this.lines.draw({ by: me, of, id }, spots);
    return Array.from({ length: Math.ceil(spots.length / LIVE_WAY_MAX) }, (_, part) => ({
      id,
      way: spots.slice(part * LIVE_WAY_MAX, (part + 1) * LIVE_WAY_MAX),
    }));
  }

  #sendOwn(of: string, line?: LineOf) {
    const mine = this.#mine;
    this.#options.send({ type: 'point', of, at: mine && { x: mine.x, y: mine.y }, ...(line && { line }) });
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

const NOBODY_POINTS: readonly Pointer[] = [];
const NO_LINES: readonly LiveLine[] = [];

/** What the screens read of the pointing in the present call, if there is one. */
export const createPoints = (listeners: Set<() => void>, present: () => Pointing | undefined): Points => ({
  get: () => present()?.pointers() ?? NOBODY_POINTS,
  lines: () => present()?.lines.get() ?? NO_LINES,
  subscribe: (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
});
