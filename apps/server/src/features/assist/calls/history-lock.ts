import { ApiError } from '../../../http/api-error';

/** Lock per session: the history is requested once at a time (A7.22). */
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
