/** The strokes of all authors on a picture, each in the colour chosen for it, or in its author's. */
import { CryptoSchema, type Scheme } from '@earth/contracts';
import type { DrawingLog } from './drawing-log';
import type { ColoredStroke, Stroke } from './drawing-view';

/** Sorted by author, so that every screen draws them in the same order. */
export function coloredStrokes(
  logs: Iterable<readonly [author: string, log: DrawingLog]>,
  colorOf: (author: string) => string,
): readonly ColoredStroke[] {
  const sorted = [...logs].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sorted.flatMap(([author, log]) => {
    const color = colorOf(author);
    return log.strokes().map((stroke) => colored(stroke, author, color));
  });
}

/** The lowest scheme of these logs. */
export const lowestScheme = (logs: Iterable<DrawingLog>): Scheme =>
  [...logs].reduce<Scheme>((lowest, { scheme }) => (scheme < lowest ? scheme : lowest), CryptoSchema.v2);

const coloredBefore = new WeakMap<Stroke, ColoredStroke>();

/** Cached: the same object for the same stroke, so that unchanged strokes are not drawn again. */
function colored(stroke: Stroke, author: string, authorColor: string): ColoredStroke {
  const color = stroke.color ?? authorColor;
  const before = coloredBefore.get(stroke);
  if (before?.color === color) return before;
  const made = { ...stroke, key: `${author}:${stroke.key}`, color };
  coloredBefore.set(stroke, made);
  return made;
}
