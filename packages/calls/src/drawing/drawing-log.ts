/**
 * What an author has drawn on a picture: entries that are only ever added to, and the strokes that come of them. Whoever
 * has the same entries sees the same strokes: an entry that makes no sense where it stands changes nothing, and counts.
 */
import {
  type DrawingEntry,
  LOG_ENTRIES_MAX,
  LOG_POINTS_MAX,
  LOG_STROKES_MAX,
  STROKE_POINTS_MAX,
} from '@earth/contracts';
import type { PenPoint, Point, Stroke } from './drawing-view';

/** What can be taken back. */
type Action = { readonly is: 'stroke'; readonly stroke: Stroke } | { readonly is: 'clear' };

export class DrawingLog {
  readonly edition: number;
  readonly #entries: DrawingEntry[] = [];
  #actions: Action[] = [];
  #undone: Action[] = [];
  #strokesMade = 0;
  #pointsMade = 0;
  #visible: readonly Stroke[] | null = null;

  constructor(edition: number, entries: readonly DrawingEntry[] = []) {
    this.edition = edition;
    for (const entry of entries) this.append(entry);
  }

  get entries(): readonly DrawingEntry[] {
    return this.#entries;
  }

  get length() {
    return this.#entries.length;
  }

  /** Nothing more can be drawn. */
  get isFull() {
    return this.length >= LOG_ENTRIES_MAX || this.#strokesMade >= LOG_STROKES_MAX || this.#pointsMade >= LOG_POINTS_MAX;
  }

  get canUndo() {
    return this.#actions.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  /** Those that are to be seen, oldest first. The same array until something changes. */
  strokes(): readonly Stroke[] {
    this.#visible ??= this.#actions
      .slice(this.#actions.findLastIndex(({ is }) => is === 'clear') + 1)
      .flatMap((action) => (action.is === 'stroke' ? [action.stroke] : []));
    return this.#visible;
  }

  append(entry: DrawingEntry) {
    if (this.length >= LOG_ENTRIES_MAX) return;
    this.#entries.push(entry);
    this.#visible = null;
    switch (entry.op) {
      case 'begin':
        return this.#begin(entry);
      case 'move':
        return this.#move(entry.points.map((point, index) => penPoint(point, entry.pressures?.[index])));
      case 'write':
        return this.#change(({ tool }) => (tool === 'text' ? { text: entry.text } : {}));
      case 'end':
        return this.#end();
      case 'undo':
        this.#end();
        return moveLast(this.#actions, this.#undone);
      case 'redo':
        this.#end();
        return moveLast(this.#undone, this.#actions);
      case 'clear':
        this.#end();
        if (this.strokes().length > 0) this.#act({ is: 'clear' });
    }
  }

  #begin({ tool, at, width, number = 0, pressure }: Extract<DrawingEntry, { op: 'begin' }>) {
    this.#end();
    if (this.isFull) return;
    this.#strokesMade += 1;
    this.#pointsMade += 1;
    const key = `${this.edition}:${this.length}`;
    const points = [penPoint(at, pressure)];
    this.#act({ is: 'stroke', stroke: { key, tool, width, points, text: '', number, isOpen: true } });
  }

  #move(points: readonly PenPoint[]) {
    const last = points.at(-1);
    this.#change((stroke) => {
      if (stroke.tool === 'pen') {
        const room = Math.min(STROKE_POINTS_MAX - stroke.points.length, LOG_POINTS_MAX - this.#pointsMade);
        const more = points.slice(0, Math.max(0, room));
        this.#pointsMade += more.length;
        return { points: [...stroke.points, ...more] };
      }
      const [first] = stroke.points;
      const isOnePlace = stroke.tool === 'text' || stroke.tool === 'marker';
      return first && last ? { points: isOnePlace ? [last] : [first, last] } : {};
    });
  }

  #end() {
    const open = this.#open();
    if (!open) return;
    if (open.tool === 'text' && open.text.trim() === '') this.#actions.pop();
    else this.#change(() => ({ isOpen: false }));
    this.#visible = null;
  }

  #open(): Stroke | null {
    const last = this.#actions.at(-1);
    return last?.is === 'stroke' && last.stroke.isOpen ? last.stroke : null;
  }

  #change(by: (stroke: Stroke) => Partial<Stroke>) {
    const stroke = this.#open();
    if (stroke) this.#actions[this.#actions.length - 1] = { is: 'stroke', stroke: { ...stroke, ...by(stroke) } };
  }

  #act(action: Action) {
    this.#actions.push(action);
    this.#undone = [];
    this.#visible = null;
  }
}

const penPoint = ([x, y]: Point, pressure: number | undefined): PenPoint =>
  pressure === undefined ? [x, y] : [x, y, pressure];

function moveLast(from: Action[], to: Action[]) {
  const last = from.pop();
  if (last) to.push(last);
}
