export type Tool = 'paint' | 'erase' | 'move';

export interface Brush {
  readonly tool: Tool;
  /** On the screen, in px. */
  readonly width: number;
}

const PREVIEW = 20;

/** D5.21: the width on the screen of a brush from 1 to 50, in px. */
export const widthOf = (size: number): number => (PREVIEW * size) / 10;
