import type { DrawingSurface, Point } from '@earth/calls';
import { useState } from 'react';
import { measureText } from './draw-stroke';
import { textAt } from './text-at';

/** The text that is being written: where, how wide its lines are, and its words when that began. */
export interface WrittenText {
  readonly at: Point;
  readonly lineWidth: number;
  readonly words: string;
}

/** A tap on a text of one's own opens it again; elsewhere a new one begins. */
export function useWrittenText(drawing: DrawingSurface, picId: string) {
  const [written, setWritten] = useState<WrittenText | null>(null);
  return {
    written,
    open(at: Point, lineWidth: number) {
      const text = textAt(drawing.getDrawing(picId).ownTexts, at, measureText);
      const isOpen = text
        ? drawing.edit(picId, text.key)
        : drawing.begin(picId, { tool: 'text', at, width: lineWidth });
      // Words that go nowhere are not asked for.
      if (!isOpen) return;
      const [x, y] = text?.points[0] ?? at;
      setWritten({ at: [x, y], lineWidth: text?.width ?? lineWidth, words: text?.text ?? '' });
    },
    close() {
      drawing.end();
      setWritten(null);
    },
  };
}
