/**
 * Receipts: reports to the server up to which position this device has the messages of a place, and up to which the user has read
 * them. A position only grows, so repeated or late reports change nothing.
 */
import { failureOf, isAway, mayPass } from './api-failure';
import type { RetryQueuePorts } from './retry-queue';

/** Retry interval of a read receipt while nothing reports that the server is back. */
const REPEAT_MS = 5_000;
/** Limit of delivery receipts at once, because the server closes a socket that sends too much. */
const AT_ONCE = 20;
const PAUSE_MS = 500;

export interface ReceiptsPorts extends RetryQueuePorts {
  /** @returns whether it was sent */
  readonly sendDelivered: (placeId: string, position: number) => boolean;
  /** @throws ApiFailure */
  readonly sendRead: (placeId: string, position: number) => Promise<unknown>;
}

export interface Receipts {
  /** This device has the messages up to these positions. Reported in batches. */
  noteDelivered(reached: Iterable<readonly [placeId: string, position: number]>): void;
  /** The user has read the messages up to a position. Resolves when the server has it, or refuses it, or is unreachable. */
  noteRead(placeId: string, position: number): Promise<void>;
  /** The position that was reported as read; 0: none. */
  readPosition(placeId: string): number;
  /** Delivery receipts from before a reconnection may be lost: they are repeated. */
  forgetDelivered(): void;
  stop(): void;
}

export function createReceipts({ clock, realtime, sendDelivered, sendRead }: ReceiptsPorts): Receipts {
  const delivered = new Map<string, number>();
  const undelivered = new Map<string, number>();
  const read = new Map<string, number>();
  const failed = new Map<string, number>();
  let pause: unknown = null;
  let repeat: unknown = null;

  function sendBatch() {
    pause = null;
    for (const [placeId, position] of [...undelivered].slice(0, AT_ONCE)) {
      undelivered.delete(placeId);
      if ((delivered.get(placeId) ?? 0) < position && sendDelivered(placeId, position))
        delivered.set(placeId, position);
    }
    if (undelivered.size > 0) pause = clock.setTimeout(sendBatch, PAUSE_MS);
  }

  async function report(placeId: string, position: number) {
    try {
      await sendRead(placeId, position);
    } catch (error) {
      // The user has read on meanwhile, which is reported separately, or the session is over.
      if (read.get(placeId) !== position) return;
      const failure = failureOf(error);
      // A refused report, for example of a room that the user has left, is not repeated.
      if (!isAway(failure) && !mayPass(failure)) return void read.delete(placeId);
      failed.set(placeId, position);
      repeat ??= clock.setTimeout(repeatFailed, REPEAT_MS);
    }
  }

  function repeatFailed() {
    clock.clearTimeout(repeat);
    repeat = null;
    const again = [...failed];
    failed.clear();
    for (const [placeId, position] of again) void report(placeId, position);
  }

  const stopListening = realtime.onOpen(repeatFailed);
  return {
    noteDelivered(reached) {
      for (const [placeId, position] of reached)
        undelivered.set(placeId, Math.max(position, undelivered.get(placeId) ?? 0));
      if (pause === null) sendBatch();
    },
    async noteRead(placeId, position) {
      if (position <= (read.get(placeId) ?? 0)) return;
      read.set(placeId, position);
      failed.delete(placeId);
      await report(placeId, position);
    },
    readPosition: (placeId) => read.get(placeId) ?? 0,
    forgetDelivered: () => delivered.clear(),
    stop() {
      stopListening();
      for (const timer of [pause, repeat]) clock.clearTimeout(timer);
      for (const positions of [delivered, undelivered, read, failed]) positions.clear();
    },
  };
}
