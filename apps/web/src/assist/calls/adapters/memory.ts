import type { Memory, Remembered } from '@earth/calls';
import * as z from 'zod/mini';

const storageKey = 'call';

const remembered = z.object({
  active: z.nullable(
    z.object({
      callId: z.uuid(),
      answeredAt: z.nullable(z.number()),
      cameraAnswers: z.optional(z.record(z.uuid(), z.enum(['granted', 'refused']))),
      shownPicId: z.optional(z.nullable(z.uuid())),
      isAudioOnly: z.optional(z.boolean()),
      prefers: z.optional(z.nullable(z.enum(['sharp', 'smooth']))),
    }),
  ),
  closedCalls: z.array(z.object({ callId: z.uuid(), ringsUntil: z.nullable(z.string()) })),
});

const nothing: Remembered = { active: null, closedCalls: [] };

/** What survives a reload of this tab, in its session storage (A3.24). Unreadable data counts as none. */
export function createSessionMemory(storage: Pick<Storage, 'getItem' | 'setItem'>): Memory {
  return {
    load() {
      try {
        const parsed = remembered.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null'));
        return parsed.success ? parsed.data : nothing;
      } catch {
        return nothing;
      }
    },
    save(value) {
      try {
        storage.setItem(storageKey, JSON.stringify(value));
      } catch {
        // Storage is full or forbidden: only the return after a reload is lost.
      }
    },
  };
}
