/** Which text of a picture stands where somebody taps. */
import type { ColoredStroke, Point } from '@earth/calls';
import { LINE_HEIGHT, textSize } from './draw-stroke';

/**
 * The uppermost one, with a little room around it; what is short and small is to be hit with a finger too.
 * @param widthOf of words in letters of a size, in pixels of the picture as they are
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
