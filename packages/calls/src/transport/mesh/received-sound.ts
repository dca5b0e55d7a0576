/** How much of the received sound is missing: in each second, and sooner. */
import type { LinkSample } from './link-quality';

/** Above this share it is worth looking again before a second has passed. */
const SUSPICIOUS = 0.1;

export interface MissingSound {
  /** The share that was missing in this time. */
  readonly share: number;
  /** The time, as a part of the second before. */
  readonly part: number;
}

export interface ReceivedSound {
  /** @returns the share that was missing in the second between these samples */
  handleSecond(before: LinkSample, now: LinkSample): number;
  /** What was missing since the last second; null: there was none yet. */
  handleWithinSecond(now: LinkSample): MissingSound | null;
  /** Some was missing in the latest sample. */
  isSuspicious(): boolean;
}

export function createReceivedSound(): ReceivedSound {
  let last: LinkSample | null = null;
  /** In the second before. */
  let packetsBefore = 0;
  let playedBefore = 0;
  let latest = 0;

  function shareBetween(before: LinkSample, now: LinkSample): number {
    const played = now.soundPlayed - before.soundPlayed;
    // Nobody sends sound, or not any more: none is missing.
    const isSent = now.soundPackets > before.soundPackets || packetsBefore > 0;
    return isSent && played > 0 ? (now.soundMissing - before.soundMissing) / played : 0;
  }

  return {
    handleSecond(before, now) {
      last = now;
      latest = shareBetween(before, now);
      packetsBefore = now.soundPackets - before.soundPackets;
      playedBefore = now.soundPlayed - before.soundPlayed;
      return latest;
    },
    handleWithinSecond(now) {
      if (!last || playedBefore === 0) return null;
      latest = shareBetween(last, now);
      return { share: latest, part: (now.soundPlayed - last.soundPlayed) / playedBefore };
    },
    isSuspicious: () => latest > SUSPICIOUS,
  };
}
