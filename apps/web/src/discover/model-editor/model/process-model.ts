/** D7.15: processing of a model, which may take longer than an answer may: then its views are asked until none is in the queue. */
import type { ModelView, ProcessedView } from '@earth/contracts';
import { ApiError, NO_ANSWER } from '../../../platform';

export interface ProcessPorts {
  readonly process: () => Promise<readonly ProcessedView[]>;
  readonly listViews: () => Promise<readonly ModelView[]>;
  readonly wait: (ms: number) => Promise<void>;
}

const POLL_MS = 1500;

/** The views that are done. */
export const doneOf = (views: readonly Pick<ModelView, 'state'>[]): number =>
  views.filter(({ state }) => state === 'processed').length;

export const isRecognized = ({ rating }: Pick<ProcessedView, 'rating'>) => rating !== null && rating > 0;

/** @throws the server's refusal @returns whether a view can be recognized */
export async function processModel({ process, listViews, wait }: ProcessPorts): Promise<boolean> {
  try {
    return (await process()).some(isRecognized);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== NO_ANSWER) throw error;
  }
  for (;;) {
    const views = await listViews();
    if (views.every(({ state }) => state !== 'queued')) return views.some(isRecognized);
    await wait(POLL_MS);
  }
}
