/** Polls a connection's statistics, and notifies when the link turns weak, silent or good. */
import type { Clock } from '@earth/async';
import type { PeerConnection } from '../../ports';
import { assess, isSilent, type LinkSample, readSample, unknownHealth } from './link-quality';

/** The link is assessed once in this time. */
export const SAMPLE_EVERY_MS = 1_000;
/** Samples in between are for sound that is missing. */
export const EXTRA_SAMPLE_EVERY_MS = 500;
/** While nothing arrives, or sound is missing: what is to be done about it is done the sooner. */
const SAMPLE_SOONER_EVERY_MS = 250;
/** Less time between two samples tells nothing: something may just not have arrived in it. */
const APART_MS = 200;

export interface LinkHealthOptions {
  readonly connection: PeerConnection;
  readonly clock: Clock;
  /**
   * Nothing has arrived since the last sample: sends something that the other side answers by itself. A link on which nobody
   * sends sound or picture is only quiet.
   */
  readonly probe: () => void;
  /** Nothing has arrived since the probe either. */
  readonly onSilent: () => void;
  /** Something arrives again. */
  readonly onHeard: () => void;
  readonly onChange: () => void;
  /** Null: the connection is not up. */
  readonly onSample: (sample: LinkSample | null) => void;
  /** In between. @param part of a second, that has passed since the last one */
  readonly onExtraSample: (sample: LinkSample, part: number) => void;
  /** Whether samples are wanted sooner. */
  readonly isSuspicious: () => boolean;
}

export interface LinkHealthWatch {
  isWeak(): boolean;
  /** Nothing arrives any more, though the browser still takes the connection for connected. */
  isSilent(): boolean;
  start(): void;
  stop(): void;
}

export function watchLinkHealth(options: LinkHealthOptions): LinkHealthWatch {
  const { connection, clock } = options;
  let health = unknownHealth;
  let timer: unknown = null;
  let isWatching = false;
  let assessedAt = 0;

  const sampleLater = () => {
    const isSooner = isSilent(health) || options.isSuspicious();
    const everyMs = isSooner ? SAMPLE_SOONER_EVERY_MS : EXTRA_SAMPLE_EVERY_MS;
    const leftMs = Math.max(0, assessedAt + SAMPLE_EVERY_MS - clock.now());
    const isExtra = leftMs >= everyMs + APART_MS;
    timer = clock.setTimeout(() => void sample(), isExtra ? everyMs : leftMs);
  };

  async function sample() {
    // Rejects if the connection has just been closed.
    const report = connection.connectionState === 'connected' ? await connection.getStats().catch(() => null) : null;
    if (!isWatching) return;
    const now = report && readSample(report);
    // Not by the number of samples: the timers of a page in the background may take a second each.
    const passedMs = clock.now() - assessedAt;
    if (passedMs >= SAMPLE_EVERY_MS || isSilent(health)) {
      assessedAt = clock.now();
      assessLink(now);
    } else if (now) {
      options.onExtraSample(now, passedMs / SAMPLE_EVERY_MS);
    }
    sampleLater();
  }

  function assessLink(now: LinkSample | null) {
    const before = health;
    // The browser itself says that it is not connected: what it had received before says nothing of the time after.
    health = now ? assess(health, now) : { ...health, silentInARow: 0, recent: [] };
    if (health.silentInARow === 1) options.probe();
    if (isSilent(health) && !isSilent(before)) options.onSilent();
    if (!isSilent(health) && isSilent(before)) options.onHeard();
    if (before.isWeak !== health.isWeak || isSilent(before) !== isSilent(health)) options.onChange();
    options.onSample(now);
  }

  return {
    isWeak: () => health.isWeak,
    isSilent: () => isSilent(health),
    start() {
      if (isWatching) return;
      isWatching = true;
      assessedAt = clock.now();
      sampleLater();
    },
    stop() {
      isWatching = false;
      if (timer !== null) clock.clearTimeout(timer);
    },
  };
}
