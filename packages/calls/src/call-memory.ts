/** What a page keeps of its calls for the case that it is reloaded (Assist 3 and 4). */
import type { Memory, Remembered } from './ports';

/** Calls that were closed longer ago than these don't ring any more in any case. */
const CLOSED_KEPT = 50;

export const createCallMemory = (memory: Memory) => ({
  active: (): Remembered['active'] => memory.load().active,

  isClosed: (callId: string): boolean => memory.load().closedCallIds.includes(callId),

  remember(callId: string, answeredAt: number | null) {
    memory.save({ ...memory.load(), active: { callId, answeredAt } });
  },

  /** The call is over for this page; null: it never came to be. */
  recordClosed(callId: string | null) {
    const { closedCallIds } = memory.load();
    const closed = callId === null || closedCallIds.includes(callId) ? closedCallIds : [...closedCallIds, callId];
    memory.save({ active: null, closedCallIds: closed.slice(-CLOSED_KEPT) });
  },
});

export type CallMemory = ReturnType<typeof createCallMemory>;
