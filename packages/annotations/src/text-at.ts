/** Hit test: finds the text of a picture at a tapped position. */
import type { ColoredStroke, Point } from './drawing-view';
import { LINE_HEIGHT, textSize } from './draw-stroke';

/**
 * The topmost text, with a margin, so that short and small texts can be tapped with a finger.
 * @param widthOf measures the width of a text at a font size, in pixels of the picture
 */
export function textAt(
  texts: readonly ColoredStroke[],
  [x, y]: Point,
  widthOf: (words: string, size: number) => number,
): ColoredStroke | undefined {
  return texts.findLast(({ points: [at], text, width }) => {
    const size = textSize(width);
    const room = size / 2;
    const lines = text.split('\n');
    const right = Math.max(...lines.map((line) => widthOf(line, size)));
    return (
      at !== undefined &&
      x >= at[0] - room &&
      x <= at[0] + right + room &&
      y >= at[1] - room &&
      y <= at[1] + lines.length * size * LINE_HEIGHT + room
    );
  });
}
