/** Watches participants whom the server lists but to whom there is no link: after LINK_RETRY_MS they count as left. */
import { LINK_RETRY_MS } from '@earth/contracts';
import type { Clock } from '@earth/async';

export interface MissingPeers {
  /** Replaces the list of those who are missing. */
  update(contactIds: readonly string[]): void;
  stop(): void;
}

export function watchMissingPeers(clock: Clock, onLost: (contactId: string) => void): MissingPeers {
  const timers = new Map<string, unknown>();

  function update(contactIds: readonly string[]) {
    for (const [id, timer] of timers) {
      if (contactIds.includes(id)) continue;
      clock.clearTimeout(timer);
      timers.delete(id);
    }
    for (const id of contactIds) {
      if (timers.has(id)) continue;
      const lose = () => {
        timers.delete(id);
        onLost(id);
      };
      timers.set(id, clock.setTimeout(lose, LINK_RETRY_MS));
    }
  }

  return { update, stop: () => update([]) };
}
