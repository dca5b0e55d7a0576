/**
 * Drawing logs: for each author and snapshot an append-only log of entries. Coordinates are pixels of the picture from its upper left
 * corner, so that all screens show the same. The server assigns each author a colour.
 */
import * as z from 'zod/mini';
import { defineCall } from './call';
import { cryptoSchema, id } from './entities';
import { small } from './sealed';
import { entity, fields } from './wire';

export const drawingTool = z.enum(['pen', 'arrow', 'rectangle', 'ellipse', 'text', 'marker']);
export type DrawingTool = z.infer<typeof drawingTool>;

/** Most entries of one peer message. */
export const DRAWING_ENTRIES_MAX = 200;
/** Most points of one entry. */
export const DRAWING_POINTS_MAX = 256;
export const DRAWING_TEXT_MAX = 200;
/** Most entries of an author's log for one picture; later ones are ignored. */
export const LOG_ENTRIES_MAX = 20_000;
export const LOG_POINTS_MAX = 20_000;
export const LOG_STROKES_MAX = 1_000;
export const STROKE_POINTS_MAX = 5_000;
/** Largest drawing as JSON, in UTF-8 bytes: sealed for fifty people, with the entries that end and undo strokes, it still fits. */
export const LOG_BYTES_MAX = 1_000_000;
/** Longest sealed log, measured on its envelope. */
export const SEALED_DRAWING_MAX = 2 * 1024 * 1024;

/** Larger than any camera picture; a stroke may begin a little outside. */
export const coordinate = z.number().check(z.minimum(-1_000), z.maximum(20_000));
const at = z.tuple([coordinate, coordinate]);
/** A place beside every picture. */
export const OUTSIDE: readonly [number, number] = [-1_000, -1_000];
/** Pressure of a pen, in percent of its maximum; at 50 a line is as wide as `width`. */
const pressure = z.int().check(z.minimum(0), z.maximum(100));
const points = z.array(at).check(z.minLength(1), z.maxLength(DRAWING_POINTS_MAX));
/** A colour that the author has chosen for one stroke, instead of their own. */
export const strokeColor = z.string().check(z.regex(/^#[0-9a-f]{6}$/));
/** How many entries of its log before this one another stroke began. */
const back = z.int().check(z.minimum(1), z.maximum(LOG_ENTRIES_MAX));
const text = z.string().check(z.maxLength(DRAWING_TEXT_MAX));

export const drawingEntry = z.discriminatedUnion('op', [
  /**
   * A new stroke. `width` in pixels of the picture; `number` is the marker's; `pressure` is the pen's, if it reports one. With
   * `erases` it removes the author's stroke that began `erases` entries earlier, and draws nothing. A client that does not know
   * `erases` draws a stroke instead, so that undo stays in step: therefore it lies outside of the picture (`OUTSIDE`).
   */
  z.object({
    op: z.literal('begin'),
    tool: drawingTool,
    at,
    width: z.number().check(z.minimum(0.5), z.maximum(500)),
    number: z.optional(z.int().check(z.minimum(1), z.maximum(999))),
    pressure: z.optional(pressure),
    color: z.optional(strokeColor),
    erases: z.optional(back),
  }),
  /** More points of a pen's stroke, with one of `pressures` for each; of any other shape the last point is its current end or place. */
  z
    .object({
      op: z.literal('move'),
      points,
      pressures: z.optional(z.array(pressure).check(z.maxLength(DRAWING_POINTS_MAX))),
    })
    .check(z.refine((move) => move.pressures === undefined || move.pressures.length === move.points.length)),
  /** The current content of the text being written. */
  z.object({ op: z.literal('write'), text }),
  /** Reopens a finished text of the author, which began `back` entries earlier. */
  z.object({ op: z.literal('edit'), back }),
  z.object({ op: z.literal('end') }),
  /** Undoes the author's last stroke, erasing or clearing that is not undone yet. */
  z.object({ op: z.literal('undo') }),
  z.object({ op: z.literal('redo') }),
  /** Clears all strokes of the author. */
  z.object({ op: z.literal('clear') }),
]);
export type DrawingEntry = z.infer<typeof drawingEntry>;

/** Longer lists are refused before their items are checked. */
const entriesUpTo = (max: number) =>
  z.pipe(z.array(z.unknown()).check(z.maxLength(max)), z.array(drawingEntry).check(z.minLength(1)));

/** Consecutive entries, as they are sent. */
export const drawingEntries = entriesUpTo(DRAWING_ENTRIES_MAX);

/** Plain text of a stored log: the whole log as JSON. */
export const drawingLog = z.object({ entries: entriesUpTo(LOG_ENTRIES_MAX) });

/**
 * Edition of a log: a page that comes back begins a new one (ms since the epoch) with what was kept of the old. Of two editions the
 * newer one counts as a whole.
 */
export const edition = z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));
/** Number of entries of a log that are known. */
export const entryCount = z.int().check(z.minimum(0), z.maximum(LOG_ENTRIES_MAX));

/** An author's stored log for a picture, sealed under `cryptoSchema`. Its `uniqueId` changes each time it is stored, like its key. */
export const picDrawing = entity({
  uniqueId: id,
  picUniqueId: id,
  contactUniqueId: id,
  drawing: z.string(),
  cryptoSchema,
  edition,
  entries: entryCount,
});
export type PicDrawing = z.infer<typeof picDrawing>;

export const listPicDrawings = defineCall({
  name: 'listPicDrawings',
  tag: 'Calls',
  summary: 'The drawings on a snapshot, one log for each author',
  method: 'GET',
  path: '/services/calls/{id}/pics/{picId}/drawings',
  guests: true,
  data: () => z.array(picDrawing),
  errors: ['notFound', 'notAllowed'],
});

export const saveDrawing = defineCall({
  name: 'saveDrawing',
  tag: 'Calls',
  summary: 'Stores the author’s log of strokes on a snapshot, unless a newer one is stored',
  method: 'PUT',
  path: '/services/calls/{id}/pics/{picId}/drawing',
  guests: true,
  size: 'file',
  body: () =>
    fields(
      {
        drawing: z.string().check(z.minLength(1), z.maxLength(SEALED_DRAWING_MAX)),
        cryptoSchema,
        edition,
        entries: entryCount,
      },
      small,
    ),
  data: () => z.null(),
  errors: ['notFound', 'notAllowed', 'callClosed', 'envelopeInvalid', 'recipientUnknown'],
});
