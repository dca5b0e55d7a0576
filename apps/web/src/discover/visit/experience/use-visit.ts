import { AR_DIALOG_CLOSE_MS, AR_DIALOG_OPEN_MS } from '@earth/contracts';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../platform';
import { useScope } from '../../../platform/session/scope-context';
import { mayDownload } from '../../../shared/device/may-download';
import { fetchModelIndex, startVision, type Vision } from '../../vision';

/** Each is a text. */
export type VisitProblem = 'modelsFailed' | 'noViews' | 'cannotStart';

export type VisitLoading =
  /** The screen has just opened: the dialog opens over it. */
  | { readonly type: 'waiting' }
  /** Without the permission for storage nothing is downloaded. */
  | { readonly type: 'refused' }
  | { readonly type: 'loading'; readonly share: number }
  | { readonly type: 'failed'; readonly problem: VisitProblem }
  | { readonly type: 'ready'; readonly vision: Vision };

const problemOf = (error: unknown): VisitProblem => (error instanceof ApiError ? 'modelsFailed' : 'cannotStart');

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

/**
 * Downloads the views of a model (D4.16), and shows 100 % for a moment. Leaving cancels it, and frees the engine; so does the end of the
 * session.
 * @param isWanted false: not yet
 */
export function useVisit(modelId: string, isWanted = true) {
  const scope = useScope();
  const [loading, setLoading] = useState<VisitLoading>({ type: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isWanted) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    let vision: Vision | null = null;
    const show = (next: VisitLoading) => {
      if (!signal.aborted) setLoading(next);
    };
    async function run() {
      if (!(await mayDownload())) return show({ type: 'refused' });
      show({ type: 'loading', share: 0 });
      await wait(AR_DIALOG_OPEN_MS, signal);
      vision = await startVision({
        fetchIndex: (sending) => fetchModelIndex(modelId, sending),
        signal,
        onProgress: (share) => show({ type: 'loading', share }),
      });
      if (signal.aborted) return vision.stop();
      if (vision.views.length === 0) return show({ type: 'failed', problem: 'noViews' });
      await wait(AR_DIALOG_CLOSE_MS, signal);
      show({ type: 'ready', vision });
    }
    run().catch((error: unknown) => show({ type: 'failed', problem: problemOf(error) }));
    return () => {
      leaving.abort();
      vision?.stop();
    };
  }, [scope, modelId, isWanted, attempt]);
  return {
    loading,
    retry: () => setAttempt(attempt + 1),
    /** The engine has crashed while it ran. */
    fail: () => setLoading((now) => (now.type === 'ready' ? { type: 'failed', problem: 'cannotStart' } : now)),
  };
}
