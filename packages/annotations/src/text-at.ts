/** Hit test: finds the text of a picture at a tapped position. */
import type { ColoredStroke, Point } from './drawing-view';
import { LINE_HEIGHT, textSize } from './draw-stroke';

/** Measures the width of a text at a font size, in pixels of the picture. */
export type MeasureText = (words: string, size: number) => number;

/** With a margin, so that short and small texts can be tapped with a finger. */
export function isOnText({ points: [at], text, width }: ColoredStroke, [x, y]: Point, measure: MeasureText): boolean {
  const size = textSize(width);
  const room = size / 2;
  const lines = text.split('\n');
  const right = Math.max(...lines.map((line) => measure(line, size)));
  return (
    at !== undefined &&
    x >= at[0] - room &&
    x <= at[0] + right + room &&
    y >= at[1] - room &&
    y <= at[1] + lines.length * size * LINE_HEIGHT + room
  );
}

/** The topmost finished text. */
export const textAt = (strokes: readonly ColoredStroke[], at: Point, measure: MeasureText): ColoredStroke | undefined =>
  strokes.findLast((stroke) => stroke.tool === 'text' && !stroke.isOpen && isOnText(stroke, at, measure));
