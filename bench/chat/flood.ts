/** Sends messages at a constant rate, independent of the answers, and measures the delivery time of each. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ChatSide } from './sides';

/** A message that has not arrived so long after the last one was sent is lost. */
const LOSS_TIMEOUT_MS = 5_000;
const TICK_MS = 1;
/** A prime step through all people, so that consecutive senders are far apart. */
const STRIDE = 379;

export interface Flood {
  /** For each message after the warm-up: from the request to the frame, in ms; Infinity: lost. */
  readonly latencies: readonly number[];
  /** The share delivered when the last message was sent. */
  readonly inTime: number;
}

interface Course {
  readonly people: number;
  /** Messages per second. */
  readonly rate: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

interface Flying {
  readonly receiver: number;
  readonly sentAt: number;
  readonly counts: boolean;
}

let floods = 0;

export async function flood(side: ChatSide, { people, rate, seconds, warmUpSeconds }: Course): Promise<Flood> {
  floods += 1;
  const flying = new Map<string, Flying>();
  const latencies: number[] = [];
  let arrived = 0;
  side.onMessage((person, mark, at) => {
    const message = flying.get(mark);
    // The sender's own devices are notified too.
    if (message?.receiver !== person) return;
    flying.delete(mark);
    arrived += 1;
    if (message.counts) latencies.push(at - message.sentAt);
  });

  const start = performance.now();
  const refused: unknown[] = [];
  let sent = 0;
  for (;;) {
    const elapsed = (performance.now() - start) / 1000;
    if (elapsed >= seconds) break;
    for (const due = Math.floor(elapsed * rate); sent < due; sent += 1) {
      const person = (sent * STRIDE) % people;
      const mark = `bench-${floods}-${sent}`;
      const sentAt = performance.now();
      flying.set(mark, { receiver: person ^ 1, sentAt, counts: elapsed >= warmUpSeconds });
      void side.send(person, mark)?.catch((error: unknown) => refused.push(error));
    }
    await pause(TICK_MS);
  }
  const inTime = arrived / sent;
  for (const end = performance.now(); flying.size > 0 && performance.now() - end < LOSS_TIMEOUT_MS; )
    await pause(TICK_MS);
  // Each of the others counts as lost.
  if (refused.length === sent) throw new Error(`${side.name} refuses everything: ${String(refused[0])}`);
  for (const { counts } of flying.values()) if (counts) latencies.push(Number.POSITIVE_INFINITY);
  return { latencies, inTime };
}
