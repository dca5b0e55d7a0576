/** What a page remembers of its calls across a reload (A3.24). */
import type { Call } from '@earth/contracts';
import type { Memory, Remembered } from '../ports';
import type { CameraAnswers, LocalMedia } from '../view';

/** Only so many closed calls are remembered: older ones no longer ring in any case. */
const CLOSED_MAX = 50;

export const createCallMemory = (memory: Memory) => ({
  active: (): Remembered['active'] => memory.load().active,

  /** Whether this ring is over for the page, even if it is reported again. */
  isClosed: ({ uniqueId, ringsUntil }: Call): boolean =>
    memory
      .load()
      .closedCalls.some((closed) => closed.callId === uniqueId && ringsUntil <= (closed.ringsUntil ?? ringsUntil)),

  remember(callId: string, answeredAt: number | null) {
    const stored = memory.load();
    const known = stored.active?.callId === callId ? stored.active : null;
    memory.save({ ...stored, active: { ...known, callId, answeredAt } });
  },

  /** An answer is valid for the whole call, so it outlives a reload. */
  rememberAnswers(cameraAnswers: CameraAnswers) {
    const { active, ...stored } = memory.load();
    if (active) memory.save({ ...stored, active: { ...active, cameraAnswers } });
  },

  /** Remembers what the stage shows; null: the cameras. A call that is no longer active is not remembered. */
  rememberShown(callId: string, shownPicId: string | null) {
    const { active, ...stored } = memory.load();
    if (active?.callId === callId && (active.shownPicId ?? null) !== shownPicId)
      memory.save({ ...stored, active: { ...active, shownPicId } });
  },

  /** Before the call is active nothing is remembered: it begins with a picture. */
  rememberWishes({ isAudioOnly, prefers }: Pick<LocalMedia, 'isAudioOnly' | 'prefers'>) {
    const { active, ...stored } = memory.load();
    if (active && ((active.isAudioOnly ?? false) !== isAudioOnly || (active.prefers ?? null) !== prefers))
      memory.save({ ...stored, active: { ...active, isAudioOnly, prefers } });
  },

  /** The call is over for this page. A `callId` of null: it was never created. */
  recordClosed(callId: string | null, call: Call | null) {
    const others = memory.load().closedCalls.filter((closed) => closed.callId !== callId);
    const closed = callId === null ? others : [...others, { callId, ringsUntil: call?.ringsUntil ?? null }];
    memory.save({ active: null, closedCalls: closed.slice(-CLOSED_MAX) });
  },
});

export type CallMemory = ReturnType<typeof createCallMemory>;
