/**
 * What people draw on the snapshots of a call: for each author and each picture a log of entries that is only ever added
 * to. Coordinates are pixels of the picture, from its upper left corner, so that every screen shows the same thing in the
 * same place. An author's colour is the one that the server names for them.
 */
import * as z from 'zod/mini';
import { cryptoSchema, id } from './entities';
import { entity } from './wire';

export const drawingTool = z.enum(['pen', 'arrow', 'rectangle', 'ellipse', 'text', 'marker']);
export type DrawingTool = z.infer<typeof drawingTool>;

/** Entries of one peer message. */
export const DRAWING_ENTRIES_MAX = 200;
/** Points of one entry. */
export const DRAWING_POINTS_MAX = 256;
export const DRAWING_TEXT_MAX = 200;
/** Of an author's whole log for one picture; what comes after that changes nothing. */
export const LOG_ENTRIES_MAX = 20_000;
export const LOG_POINTS_MAX = 20_000;
export const LOG_STROKES_MAX = 1_000;
export const STROKE_POINTS_MAX = 5_000;
/** UTF-8 bytes of what is drawn, as JSON: sealed for fifty, with all that ends strokes and takes them back, it still fits. */
export const LOG_BYTES_MAX = 1_000_000;
/** Longest sealed log, as it is stored: its envelope, not its plain text. */
export const SEALED_DRAWING_MAX = 2 * 1024 * 1024;

/** No picture of a camera is larger; a stroke may begin a little beside it. */
export const coordinate = z.number().check(z.minimum(-1_000), z.maximum(20_000));
const at = z.tuple([coordinate, coordinate]);
/** Of a pen, in hundredths of the hardest; at half of it a line is as wide as its `width`. */
const pressure = z.int().check(z.minimum(0), z.maximum(100));
const points = z.array(at).check(z.minLength(1), z.maxLength(DRAWING_POINTS_MAX));
const text = z.string().check(z.maxLength(DRAWING_TEXT_MAX));

export const drawingEntry = z.discriminatedUnion('op', [
  /** A new stroke. `width` of the line, in pixels of the picture. `number` is the marker's; `pressure` a pen's, where it tells. */
  z.object({
    op: z.literal('begin'),
    tool: drawingTool,
    at,
    width: z.number().check(z.minimum(0.5), z.maximum(500)),
    number: z.optional(z.int().check(z.minimum(1), z.maximum(999))),
    pressure: z.optional(pressure),
  }),
  /**
   * More of the pen's way, `pressures` one for each point; of anything else the last point is where its other end, or the
   * thing itself, is now.
   */
  z
    .object({
      op: z.literal('move'),
      points,
      pressures: z.optional(z.array(pressure).check(z.maxLength(DRAWING_POINTS_MAX))),
    })
    .check(z.refine((move) => move.pressures === undefined || move.pressures.length === move.points.length)),
  /** What stands in the text that is being written. */
  z.object({ op: z.literal('write'), text }),
  /** Opens a finished text of the author's again; it began `back` entries before this one. */
  z.object({ op: z.literal('edit'), back: z.int().check(z.minimum(1), z.maximum(LOG_ENTRIES_MAX)) }),
  z.object({ op: z.literal('end') }),
  /** Takes back the author's last stroke or clearing that was not taken back. */
  z.object({ op: z.literal('undo') }),
  z.object({ op: z.literal('redo') }),
  /** Takes away all of the author's strokes. */
  z.object({ op: z.literal('clear') }),
]);
export type DrawingEntry = z.infer<typeof drawingEntry>;

/** Too many are not even looked at. */
const entriesUpTo = (max: number) =>
  z.pipe(z.array(z.unknown()).check(z.maxLength(max)), z.array(drawingEntry).check(z.minLength(1)));

/** Entries one after the other, as they travel. */
export const drawingEntries = entriesUpTo(DRAWING_ENTRIES_MAX);

/** Plain text of what is stored: the whole log as JSON. */
export const drawingLog = z.object({ entries: entriesUpTo(LOG_ENTRIES_MAX) });

/**
 * Which writing of a log this is. A page that comes back begins a new one (ms since the epoch), with what was kept of the
 * old; of two editions the newer counts, whole.
 */
export const edition = z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));
/** How many entries of a log one has. */
export const entryCount = z.int().check(z.minimum(0), z.maximum(LOG_ENTRIES_MAX));

/**
 * An author's log for a picture, as it is stored: sealed under `cryptoSchema`. Its `uniqueId` is another each time that it
 * is stored, as its key is.
 */
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
