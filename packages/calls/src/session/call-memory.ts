/** What a page keeps of its calls for the case that it is reloaded (A3.24). */
import type { Call } from '@earth/contracts';
import type { Memory, Remembered } from '../ports';
import type { CameraAnswers } from '../view';

/** Calls that were closed longer ago than these don't ring any more in any case. */
const CLOSED_KEPT = 50;

export const createCallMemory = (memory: Memory) => ({
  active: (): Remembered['active'] => memory.load().active,

  /** Whether this ring is over for the page, wherever it is heard of again. */
  isClosed: ({ uniqueId, ringsUntil }: Call): boolean =>
    memory
      .load()
      .closedCalls.some((closed) => closed.callId === uniqueId && ringsUntil <= (closed.ringsUntil ?? ringsUntil)),

  remember(callId: string, answeredAt: number | null) {
    const kept = memory.load();
    const known = kept.active?.callId === callId ? kept.active : null;
    memory.save({ ...kept, active: { ...known, callId, answeredAt } });
  },

  /** An answer is for the whole call: it outlives a reload in it. */
  rememberAnswers(cameraAnswers: CameraAnswers) {
    const { active, ...kept } = memory.load();
    if (active) memory.save({ ...kept, active: { ...active, cameraAnswers } });
  },

  /** What is on the stage is there after a reload too; null: the cameras. A call that is put away has none. */
  rememberShown(callId: string, shownPicId: string | null) {
    const { active, ...kept } = memory.load();
    if (active?.callId === callId && (active.shownPicId ?? null) !== shownPicId)
      memory.save({ ...kept, active: { ...active, shownPicId } });
  },

  /** The call is over for this page; null: it never came to be. */
  recordClosed(callId: string | null, call: Call | null) {
    const others = memory.load().closedCalls.filter((closed) => closed.callId !== callId);
    const closed = callId === null ? others : [...others, { callId, ringsUntil: call?.ringsUntil ?? null }];
    memory.save({ active: null, closedCalls: closed.slice(-CLOSED_KEPT) });
  },
});

export type CallMemory = ReturnType<typeof createCallMemory>;
