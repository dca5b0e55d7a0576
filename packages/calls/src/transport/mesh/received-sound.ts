/** How much of the received sound is missing: in each second, and sooner. */
import type { LinkSample } from './link-quality';

/** Above this share it is worth looking again before a second has passed. */
const SUSPICIOUS = 0.1;

export interface ReceivedSound {
  /** @returns the share that was missing in the second between these samples */
  handleSecond(before: LinkSample, now: LinkSample): number;
  /** @returns the share that was missing since a sample of less than a second ago */
  handleWithinSecond(before: LinkSample, now: LinkSample): number;
  /** Some was missing in the latest sample. */
  isSuspicious(): boolean;
}

export function createReceivedSound(): ReceivedSound {
  /** In the second before. */
  let packetsBefore = 0;
  let latest = 0;

  function shareBetween(before: LinkSample, now: LinkSample): number {
    const played = now.soundPlayed - before.soundPlayed;
    // Nobody sent sound yet: none is missing.
    return packetsBefore > 0 && played > 0 ? (now.soundMissing - before.soundMissing) / played : 0;
  }

  return {
    handleSecond(before, now) {
      latest = shareBetween(before, now);
      packetsBefore = now.soundPackets - before.soundPackets;
      return latest;
    },
    handleWithinSecond(before, now) {
      latest = shareBetween(before, now);
      return latest;
    },
    isSuspicious: () => latest > SUSPICIOUS,
  };
}
