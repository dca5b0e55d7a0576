/** The lines on live pictures. Nothing is stored: each disappears a moment after its last position. */
import type { Clock } from '@earth/async';
import type { LiveLine, Spot } from '../view';

/** How long a line stays after its last position. */
export const LIVE_LINE_MS = 4_000;
/** Limits for each participant; of more lines the oldest goes, more positions are not drawn. */
export const LIVE_LINES_MAX = 30;
export const LIVE_POSITIONS_MAX = 1_000;

interface LiveLinesOptions {
  readonly clock: Clock;
  readonly onChange: () => void;
}

export class LiveLines {
  readonly #options: LiveLinesOptions;
  #lines: readonly LiveLine[] = [];
  #timer: unknown = null;

  constructor(options: LiveLinesOptions) {
    this.#options = options;
  }

  /** The same array until something changes; the latest line comes last. */
  get(): readonly LiveLine[] {
    return this.#lines;
  }

  /** Continues the line of a contact with this id, or begins it. */
  draw({ by, of, id }: Pick<LiveLine, 'by' | 'of' | 'id'>, more: readonly Spot[]) {
    const { clock, onChange } = this.#options;
    const before = this.#lines.find((line) => line.by === by && line.of === of && line.id === id);
    const way = [...(before?.way ?? []), ...more].slice(0, LIVE_POSITIONS_MAX);
    const others = this.#lines.filter((line) => line !== before);
    const theirs = others.filter((line) => line.by === by);
    const tooOld = new Set(theirs.slice(0, Math.max(0, theirs.length + 1 - LIVE_LINES_MAX)));
    this.#lines = [...others.filter((line) => !tooOld.has(line)), { by, of, id, way, at: clock.now() }];
    this.#timer ??= clock.setTimeout(() => this.#fade(), LIVE_LINE_MS);
    onChange();
  }

  forget(by: string) {
    if (!this.#lines.some((line) => line.by === by)) return;
    this.#lines = this.#lines.filter((line) => line.by !== by);
    this.#options.onChange();
  }

  stop() {
    this.#options.clock.clearTimeout(this.#timer);
    this.#timer = null;
    this.#lines = [];
  }

  #fade() {
    const { clock, onChange } = this.#options;
    this.#lines = this.#lines.filter(({ at }) => clock.now() - at < LIVE_LINE_MS);
    const oldest = Math.min(...this.#lines.map(({ at }) => at));
    this.#timer =
      this.#lines.length > 0 ? clock.setTimeout(() => this.#fade(), oldest + LIVE_LINE_MS - clock.now()) : null;
    onChange();
  }
}
