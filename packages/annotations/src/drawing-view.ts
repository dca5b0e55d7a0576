/**
 * What a screen shows of the drawings on the snapshots of a call, and its actions. It is separate from the call's view, because
 * a pen moves a hundred times a second, and the rest of the call screen should not be rendered for that.
 */
import { CryptoSchema, type DrawingTool, type Scheme } from '@earth/contracts';

/** In pixels of the picture. */
export type Point = readonly [x: number, y: number];

/** A position of a pen and, if the device reports it, its pressure: 0 to 100. */
export type PenPoint = readonly [x: number, y: number, pressure?: number];

export interface Stroke {
  /** Unique on its picture. A stroke that has not changed is the same object. */
  readonly key: string;
  readonly tool: DrawingTool;
  /** Of the line, in pixels of the picture. */
  readonly width: number;
  /** The path of the pen; for other tools the start and, as soon as there is one, the end. */
  readonly points: readonly PenPoint[];
  /** Of a text. */
  readonly text: string;
  /** Of a marker; else 0. */
  readonly number: number;
  /** Chosen for this stroke; without it the author's colour counts. */
  readonly color?: string;
  /** Its author is still drawing it. */
  readonly isOpen: boolean;
}

export interface ColoredStroke extends Stroke {
  /** Chosen, or the author's in this call. */
  readonly color: string;
}

export interface PictureDrawing {
  readonly strokes: readonly ColoredStroke[];
  /** The lowest scheme of its stored logs: one lower than the scheme in force gives less protection than it should. */
  readonly scheme: Scheme;
  /** The user can undo a stroke of their own. */
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly canClear: boolean;
  /** The user's own among the strokes: they can be erased, and finished texts edited. */
  readonly own: readonly ColoredStroke[];
  /** The user's log has no space for another stroke. */
  readonly isFull: boolean;
  /** The server has refused the user's log; after a temporary failure it is retried. */
  readonly isRefused: boolean;
  /** The number of the next marker. */
  readonly nextNumber: number;
}

/** The laser of a participant: its trail of recent positions. */
export interface Laser {
  readonly contactId: string;
  readonly color: string;
  /** Oldest first; `at` is ms since the epoch. */
  readonly trail: readonly { readonly point: Point; readonly at: number }[];
}

export interface NewStroke {
  readonly tool: DrawingTool;
  readonly at: PenPoint;
  readonly width: number;
  /** Instead of the user's colour. */
  readonly color?: string;
}

/** The actions do nothing if the user may not draw, or if the picture is missing or not final. */
export interface DrawingSurface {
  subscribe(listener: () => void): () => void;
  /** The same object until something changes on that picture. */
  getDrawing(picId: string): PictureDrawing;
  getLasers(picId: string): readonly Laser[];
  /** Ends the open stroke and begins another. @returns whether it has begun */
  begin(picId: string, stroke: NewStroke): boolean;
  /**
   * Opens a finished text of the user again for editing. If it ends unchanged, nothing has happened; if it ends empty, it is
   * removed. Undo restores the former text.
   * @returns whether it is open
   */
  edit(picId: string, key: string): boolean;
  /** Adds positions. For every tool except the pen only the last one counts. */
  move(points: readonly PenPoint[]): void;
  /** Sets the content of the open text. */
  write(text: string): void;
  /** Ends the open stroke. An empty text is removed. */
  end(): void;
  /** Removes one finished stroke of the user. */
  erase(picId: string, key: string): void;
  undo(picId: string): void;
  redo(picId: string): void;
  /** Removes all strokes of the user. */
  clear(picId: string): void;
  /** Points with the laser, which everybody may. */
  point(picId: string, at: Point): void;
}

export const NO_DRAWING: PictureDrawing = {
  strokes: [],
  scheme: CryptoSchema.v2,
  canUndo: false,
  canRedo: false,
  canClear: false,
  own: [],
  isFull: false,
  isRefused: false,
  nextNumber: 1,
};
