/** What a screen shows of the logs on one picture. */
import { coloredStrokes, lowestScheme } from './colored-strokes';
import type { DrawingLog } from './drawing-log';
import type { PictureDrawing } from './drawing-view';

export interface DrawnLogs {
  /** By author. */
  readonly logs: ReadonlyMap<string, DrawingLog>;
  /** The user's contact id. */
  readonly me: string;
  readonly colorOf: (author: string) => string;
  /** The server has refused the user's log. */
  readonly isRefused: boolean;
}

export function pictureDrawing({ logs, me, colorOf, isRefused }: DrawnLogs): PictureDrawing {
  const strokes = coloredStrokes(logs, colorOf);
  const log = logs.get(me);
  const own = log ? coloredStrokes([[me, log]], colorOf) : [];
  return {
    strokes,
    scheme: lowestScheme(logs.values()),
    canUndo: log?.canUndo ?? false,
    canRedo: log?.canRedo ?? false,
    canClear: own.length > 0,
    own,
    isFull: log?.isFull ?? false,
    isRefused,
    nextNumber: Math.max(0, ...strokes.map(({ number }) => number)) + 1,
  };
}
