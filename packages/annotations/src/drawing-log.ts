/**
 * Append-only log of what an author has drawn on a picture, and the strokes that result from it. The same entries give the
 * same strokes on every page: an entry that is invalid in its place has no effect, but keeps its index.
 */
import {
  CryptoSchema,
  type DrawingEntry,
  isBlank,
  LOG_BYTES_MAX,
  LOG_ENTRIES_MAX,
  LOG_POINTS_MAX,
  LOG_STROKES_MAX,
  OUTSIDE,
  type Scheme,
  STROKE_POINTS_MAX,
} from '@earth/contracts';
import type { PenPoint, Point, Stroke } from './drawing-view';

/** A stroke. `begun`: the length of the log when it began. `former`: the text that this one replaces. */
interface Made {
  readonly type: 'stroke';
  readonly stroke: Stroke;
  readonly begun: number;
  readonly former: Stroke | null;
}

/** An undoable action. `key`: the stroke that was erased. */
type Action = Made | { readonly type: 'clear' } | { readonly type: 'erase'; readonly key: string };

/** A stroke is begun only if this much space is left: the longest one, with one point in each entry, needs it. */
const STROKE_BYTES = 300_000;
const utf8 = new TextEncoder();

export class DrawingLog {
  readonly edition: number;
  /** The scheme of its stored entries. Entries from the data channel, and the user's own, count as signed. */
  readonly scheme: Scheme;
  readonly #entries: DrawingEntry[] = [];
  #actions: Action[] = [];
  #undone: Action[] = [];
  #strokesMade = 0;
  #pointsMade = 0;
  #bytes = 0;
  /** Cache of `#show()`; null: outdated. */
  #shown: { readonly made: readonly Made[]; readonly strokes: readonly Stroke[] } | null = null;

  constructor(edition: number, entries: readonly DrawingEntry[] = [], scheme: Scheme = CryptoSchema.v2) {
    this.edition = edition;
    this.scheme = scheme;
    for (const entry of entries) this.append(entry);
  }

  get entries(): readonly DrawingEntry[] {
    return this.#entries;
  }

  get length() {
    return this.#entries.length;
  }

  /** The log has no space for another stroke. */
  get isFull() {
    return (
      this.length >= LOG_ENTRIES_MAX ||
      this.#bytes > LOG_BYTES_MAX - STROKE_BYTES ||
      this.#strokesMade >= LOG_STROKES_MAX ||
      this.#pointsMade >= LOG_POINTS_MAX
    );
  }

  get canUndo() {
    return this.#actions.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  /** The visible strokes, oldest first. The same array until something changes. */
  strokes(): readonly Stroke[] {
    return this.#show().strokes;
  }

  /** The distance from the next entry back to where a visible, finished stroke began; null: there is none. */
  backTo(key: string): number | null {
    const made = this.#show().made.find(({ stroke }) => stroke.key === key && !stroke.isOpen);
    return made ? this.length + 1 - made.begun : null;
  }

  /** The same for a text. */
  backToText(key: string): number | null {
    const isText = this.strokes().some((stroke) => stroke.key === key && stroke.tool === 'text');
    return isText ? this.backTo(key) : null;
  }

  append(entry: DrawingEntry) {
    if (this.length >= LOG_ENTRIES_MAX) return;
    const bytes = bytesOf(entry);
    if (this.#bytes + bytes > LOG_BYTES_MAX) return;
    this.#bytes += bytes;
    this.#entries.push(entry);
    switch (entry.op) {
      case 'begin':
        return this.#begin(entry);
      case 'move':
        return this.#move(entry.points.map((point, index) => penPoint(point, entry.pressures?.[index])));
      case 'write':
        return this.#change(({ tool }) => (tool === 'text' ? { text: entry.text } : {}));
      case 'edit':
        return this.#edit(entry.back);
      case 'end':
        return this.#end();
      case 'undo':
        this.#end();
        return this.#moveLast(this.#actions, this.#undone);
      case 'redo':
        this.#end();
        return this.#moveLast(this.#undone, this.#actions);
      case 'clear':
        this.#end();
        if (this.strokes().length > 0) this.#act({ type: 'clear' });
    }
  }

  #begin({ tool, at, width, number = 0, pressure, color, erases }: Extract<DrawingEntry, { op: 'begin' }>) {
    this.#end();
    if (erases !== undefined) return this.#erase(erases);
    const points = [penPoint(at, pressure)];
    this.#make({ tool, width, points, text: '', number, ...(color !== undefined && { color }) }, null);
  }

  /** Counts as a stroke, as it is one for clients that do not know it. */
  #erase(back: number) {
    const begun = this.length - back;
    const made = this.#show().made.find((one) => one.begun === begun);
    if (!made || this.isFull) return;
    this.#strokesMade += 1;
    this.#pointsMade += 1;
    this.#act({ type: 'erase', key: made.stroke.key });
  }

  #edit(back: number) {
    this.#end();
    const begun = this.length - back;
    const former = this.#show().made.find((made) => made.begun === begun && made.stroke.tool === 'text')?.stroke;
    if (former) this.#make(former, former);
  }

  #make(stroke: Omit<Stroke, 'key' | 'isOpen'>, former: Stroke | null) {
    if (this.isFull) return;
    this.#strokesMade += 1;
    this.#pointsMade += 1;
    const begun = this.length;
    this.#act({
      type: 'stroke',
      stroke: { ...stroke, key: `${this.edition}:${begun}`, isOpen: true },
      begun,
      former,
    });
  }

  /** The strokes since the last clear, without those erased, and without texts that were replaced or emptied. */
  #show() {
    if (this.#shown) return this.#shown;
    const since = this.#actions.slice(this.#actions.findLastIndex(({ type }) => type === 'clear') + 1);
    const all = since.filter((action) => action.type === 'stroke');
    const gone = new Set(since.map(goneBy));
    const made = all.filter(({ stroke }) => !gone.has(stroke.key) && (stroke.isOpen || !isEmptyText(stroke)));
    this.#shown = { made, strokes: made.map(({ stroke }) => stroke) };
    return this.#shown;
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
    // A text without words, or an unchanged one, is no action.
    if (open.former ? open.stroke.text === open.former.text : isEmptyText(open.stroke)) this.#actions.pop();
    else this.#change(() => ({ isOpen: false }));
    this.#shown = null;
  }

  #open(): Made | null {
    const last = this.#actions.at(-1);
    return last?.type === 'stroke' && last.stroke.isOpen ? last : null;
  }

  #change(by: (stroke: Stroke) => Partial<Stroke>) {
    const open = this.#open();
    if (!open) return;
    const stroke = { ...open.stroke, ...by(open.stroke) };
    this.#actions[this.#actions.length - 1] = { ...open, stroke };
    this.#shown = null;
  }

  #act(action: Action) {
    this.#actions.push(action);
    this.#undone = [];
    this.#shown = null;
  }

  #moveLast(from: Action[], to: Action[]) {
    const last = from.pop();
    if (last) to.push(last);
    this.#shown = null;
  }
}

/** The entries that erase the stroke that began `back` entries before the first of them. */
export const eraseEntries = (back: number): readonly DrawingEntry[] => [
  { op: 'begin', tool: 'pen', at: [...OUTSIDE], width: 1, erases: back },
  { op: 'end' },
];

/** The bytes that an entry counts. Entries that end or undo a stroke count none, so that they always fit. */
const bytesOf = (entry: DrawingEntry) =>
  entry.op === 'begin' || entry.op === 'move' || entry.op === 'write' || entry.op === 'edit'
    ? utf8.encode(JSON.stringify(entry)).length + 1
    : 0;

/** The key of the stroke that an action makes disappear. */
function goneBy(action: Action): string | undefined {
  if (action.type === 'erase') return action.key;
  return action.type === 'stroke' ? action.former?.key : undefined;
}

const isEmptyText = ({ tool, text }: Stroke) => tool === 'text' && isBlank(text);

const penPoint = ([x, y]: Point, pressure: number | undefined): PenPoint =>
  pressure === undefined ? [x, y] : [x, y, pressure];
