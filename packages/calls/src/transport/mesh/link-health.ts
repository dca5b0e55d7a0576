/** Polls a connection's statistics, and notifies when the link turns weak or good. */
import type { Clock } from '@earth/async';
import type { PeerConnection } from '../../ports';
import { assess, readSample, unknownHealth } from './link-quality';

/** Polling interval. */
export const SAMPLE_EVERY_MS = 2_000;

export interface LinkHealthWatch {
  isWeak(): boolean;
  start(): void;
  stop(): void;
}

export function watchLinkHealth(connection: PeerConnection, clock: Clock, onChange: () => void): LinkHealthWatch {
  let health = unknownHealth;
  let timer: unknown = null;
  let isWatching = false;

  const sampleLater = () => {
    timer = clock.setTimeout(() => void sample(), SAMPLE_EVERY_MS);
  };

  async function sample() {
    const wasWeak = health.isWeak;
    // Rejects if the connection has just been closed.
    const report = connection.connectionState === 'connected' ? await connection.getStats().catch(() => null) : null;
    if (!isWatching) return;
    if (report) health = assess(health, readSample(report));
    if (wasWeak !== health.isWeak) onChange();
    sampleLater();
  }

  return {
    isWeak: () => health.isWeak,
    start() {
      if (isWatching) return;
      isWatching = true;
      sampleLater();
    },
    stop() {
      isWatching = false;
      if (timer !== null) clock.clearTimeout(timer);
    },
  };
}
