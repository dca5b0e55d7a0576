/** What is painted on the mask of a view, step by step, so that each step can be undone. Places and widths are in pixels of the picture. */
import type { Point } from '../../../ui/pictures/zoom';

export interface Stroke {
  readonly erases: boolean;
  readonly width: number;
  readonly points: readonly Point[];
}

/** `clear` takes away all that was there, the stored mask too. */
export type MaskStep = Stroke | 'clear';

export interface MaskLog {
  readonly steps: readonly MaskStep[];
  /** The steps that were undone, the last of them last. */
  readonly undone: readonly MaskStep[];
  /** The stroke that is being drawn. */
  readonly begun: Stroke | null;
}

export const EMPTY_LOG: MaskLog = { steps: [], undone: [], begun: null };

export const begin = (log: MaskLog, begun: Stroke): MaskLog => ({ ...log, begun });

export const extend = (log: MaskLog, points: readonly Point[]): MaskLog =>
  log.begun === null ? log : { ...log, begun: { ...log.begun, points: [...log.begun.points, ...points] } };

const add = ({ steps }: MaskLog, step: MaskStep): MaskLog => ({ steps: [...steps, step], undone: [], begun: null });

export const end = (log: MaskLog): MaskLog => (log.begun === null ? log : add(log, log.begun));

export const drop = (log: MaskLog): MaskLog => ({ ...log, begun: null });

export const clear = (log: MaskLog): MaskLog => add(log, 'clear');

/** In the middle of a stroke: drops that. */
export function undo(log: MaskLog): MaskLog {
  if (log.begun !== null) return drop(log);
  const last = log.steps.at(-1);
  return last === undefined ? log : { ...log, steps: log.steps.slice(0, -1), undone: [...log.undone, last] };
}

/** In the middle of a stroke: drops that too. */
export function redo({ steps, undone }: MaskLog): MaskLog {
  const next = undone.at(-1);
  if (next === undefined) return { steps, undone, begun: null };
  return { steps: [...steps, next], undone: undone.slice(0, -1), begun: null };
}

export const canUndo = ({ steps, begun }: MaskLog): boolean => begun !== null || steps.length > 0;
export const canRedo = ({ undone }: MaskLog): boolean => undone.length > 0;

/** What is seen of the steps: whether the stored mask is, and the strokes since all was cleared. */
export function seenOf(steps: readonly MaskStep[]): {
  readonly hasStored: boolean;
  readonly strokes: readonly Stroke[];
} {
  const cleared = steps.lastIndexOf('clear');
  return { hasStored: cleared < 0, strokes: steps.slice(cleared + 1).filter((step) => step !== 'clear') };
}

/** Whether they are the same steps: also after undo and redo. */
export const areSame = (one: readonly MaskStep[], other: readonly MaskStep[]): boolean =>
  one.length === other.length && one.every((step, at) => step === other[at]);
