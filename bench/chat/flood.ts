/** Messages at a steady rate, whatever comes back, and how long each took to the other's socket. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ChatSide } from './sides';

/** What has not come after so long, from the last that was sent, is lost. */
const PATIENCE_MS = 5_000;
const TICK_MS = 1;
/** As in a walk through all people, whose neighbours are far from each other: a prime. */
const STRIDE = 379;

export interface Flood {
  /** Of each message that was sent after the warm-up, from the request to the frame, in ms; infinite: it never came. */
  readonly latencies: readonly number[];
  /** Which share of all was there when the last had been sent. */
  readonly inTime: number;
}

interface Course {
  readonly people: number;
  /** Messages a second. */
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
  side.hear((person, mark, at) => {
    const message = flying.get(mark);
    // The sender's own devices are told too.
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
  for (const end = performance.now(); flying.size > 0 && performance.now() - end < PATIENCE_MS; ) await pause(TICK_MS);
  // Of the others each counts as one that never came.
  if (refused.length === sent) throw new Error(`${side.name} refuses everything: ${String(refused[0])}`);
  for (const { counts } of flying.values()) if (counts) latencies.push(Number.POSITIVE_INFINITY);
  return { latencies, inTime };
}
