import type { MediaProblem } from '@earth/calls';

/** The problem, by the name of the error of `getUserMedia` (Media Capture and Streams, 10.2). */
export function problemOf(error: unknown): MediaProblem {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'failed';
}
