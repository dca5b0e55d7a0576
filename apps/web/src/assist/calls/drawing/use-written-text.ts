import { type DrawingSurface, type NewStroke, type Point, textAt, textFont } from '@earth/annotations';
import { useState } from 'react';

/** Measures the width of a text at a font size, in pixels of the picture. */
export function measureText(words: string, size: number): number {
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return 0;
  canvas.font = textFont(size);
  return canvas.measureText(words).width;
}

/** The text that is being edited: its position, its line width and colour, and its content at the start. */
export interface WrittenText {
  readonly at: Point;
  readonly lineWidth: number;
  readonly color: string | undefined;
  readonly words: string;
}

/** A tap on a text of the user's own opens it again; a tap elsewhere begins a new one. */
export function useWrittenText(drawing: DrawingSurface, picId: string) {
  const [written, setWritten] = useState<WrittenText | null>(null);
  return {
    written,
    open(at: Point, { width, color }: Pick<NewStroke, 'width' | 'color'>) {
      const text = textAt(drawing.getDrawing(picId).own, at, measureText);
      const isOpen = text
        ? drawing.edit(picId, text.key)
        : drawing.begin(picId, { tool: 'text', at, width, ...(color && { color }) });
      // No text field if the text could not be stored.
      if (!isOpen) return;
      const [x, y] = text?.points[0] ?? at;
      const lineWidth = text?.width ?? width;
      setWritten({ at: [x, y], lineWidth, color: text?.color ?? color, words: text?.text ?? '' });
    },
    close() {
      drawing.end();
      setWritten(null);
    },
  };
}
