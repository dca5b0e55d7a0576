/** What a photograph is compared by: the pattern, or one of two measures of its colours (D3.15). */
import type { RecognitionMode } from '@earth/contracts';

export const MODES = [
  { mode: 0, text: 'texture' },
  { mode: 1, text: 'colour1' },
  { mode: 2, text: 'colour2' },
] as const;

/** 0, 1, 2, and from the beginning. */
export const nextMode = (mode: RecognitionMode): RecognitionMode => ((mode + 1) % MODES.length) as RecognitionMode;

export const modeText = (mode: RecognitionMode) => MODES[mode].text;
