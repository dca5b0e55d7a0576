import { ApiError } from '../../../http/api-error';

/** The history is asked for once at a time (A7.22): by each session on its own. */
export function createHistoryLock(): <Result>(sessionId: string, run: () => Promise<Result>) => Promise<Result> {
  const running = new Set<string>();
  return async (sessionId, run) => {
    if (running.has(sessionId)) throw new ApiError('historyInProgress');
    running.add(sessionId);
    try {
      return await run();
    } finally {
      running.delete(sessionId);
    }
  };
}
