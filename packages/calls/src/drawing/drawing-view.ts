/** What a screen sees of the drawings on the snapshots of a call, and what it may do. It is no part of the call's view: a
 * pen moves a hundred times a second, and the rest of the call's screen need not be drawn for that. */
import { CryptoSchema, type DrawingTool, type Scheme } from '@earth/contracts';

/** In pixels of the picture. */
export type Point = readonly [x: number, y: number];

/** Where a pen was and, where it tells, how hard it was pressed: 0 to 100. */
export type PenPoint = readonly [x: number, y: number, pressure?: number];

export interface Stroke {
  /** Of this stroke alone on its picture. One that has not changed is the same object. */
  readonly key: string;
  readonly tool: DrawingTool;
  /** Of the line, in pixels of the picture. */
  readonly width: number;
  /** The pen's way; else where it begins and, once there is one, where its other end is. */
  readonly points: readonly PenPoint[];
  /** Of a text. */
  readonly text: string;
  /** Of a marker; else 0. */
  readonly number: number;
  /** Its author still draws it. */
  readonly isOpen: boolean;
}

export interface ColoredStroke extends Stroke {
  /** The author's colour in this call. */
  readonly color: string;
}

export interface PictureDrawing {
  readonly strokes: readonly ColoredStroke[];
  /** The lowest under which what the server has of it was sealed: a lower one than that in force is less than it should be. */
  readonly scheme: Scheme;
  /** Of one's own. */
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly canClear: boolean;
  /** One's own finished texts, which can be written anew. */
  readonly ownTexts: readonly ColoredStroke[];
  /** There is no room for another stroke of one's own. */
  readonly isFull: boolean;
  /** The server has not taken what one has drawn; what may pass is tried again. */
  readonly isRefused: boolean;
  /** What the next marker says. */
  readonly nextNumber: number;
}

/** Somebody points: where, and for how long already. */
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
}

/** Nothing happens where one may not draw, or the picture is not there or may yet give way to another. */
export interface DrawingSurface {
  subscribe(listener: () => void): () => void;
  /** The same object until something changes on that picture. */
  getDrawing(picId: string): PictureDrawing;
  getLasers(picId: string): readonly Laser[];
  /** Ends the stroke before, and begins one. @returns whether it has begun */
  begin(picId: string, stroke: NewStroke): boolean;
  /**
   * Opens a finished text of one's own again, to be written anew. Nothing has changed where it ends as it was; without words it
   * is gone. To take that back brings the former words.
   * @returns whether it is open
   */
  edit(picId: string, key: string): boolean;
  /** The way since then. Of anything but the pen the last point counts. */
  move(points: readonly PenPoint[]): void;
  /** What stands in the text that is being written. */
  write(text: string): void;
  /** A text without words is none. */
  end(): void;
  undo(picId: string): void;
  redo(picId: string): void;
  /** Takes away all strokes of one's own. */
  clear(picId: string): void;
  /** Points with the laser, which anybody may. */
  point(picId: string, at: Point): void;
}

export const NO_DRAWING: PictureDrawing = {
  strokes: [],
  scheme: CryptoSchema.v2,
  canUndo: false,
  canRedo: false,
  canClear: false,
  ownTexts: [],
  isFull: false,
  isRefused: false,
  nextNumber: 1,
};
