/**
 * Batches what the user draws into entries. A pen gives more points than there are frames, so the points of one frame form one
 * entry; the first is sent at once.
 */
import { DRAWING_POINTS_MAX, type DrawingEntry } from '@earth/contracts';
import type { Clock } from '@earth/async';
import type { PenPoint, Point } from './drawing-view';

/** The duration of a frame of the screen. */
export const FRAME_MS = 16;

const tenth = (value: number) => Math.round(value * 10) / 10;
export const rounded = ([x, y]: Point): [number, number] => [tenth(x), tenth(y)];

export interface OwnHand {
  move(points: readonly PenPoint[]): void;
  write(text: string): void;
  /** Emits the pending points and text now. */
  flush(): void;
}

function moveTo(way: readonly PenPoint[]): DrawingEntry {
  const points = way.map(([x, y]) => rounded([x, y]));
  const pressures = way.flatMap(([, , pressure]) => pressure ?? []);
  return { op: 'move', points, ...(pressures.length === points.length && { pressures }) };
}

export function createOwnHand(clock: Clock, add: (entries: readonly DrawingEntry[]) => void): OwnHand {
  let points: PenPoint[] = [];
  let text: string | null = null;
  let timer: unknown = null;

  function emit() {
    const entries: DrawingEntry[] = [];
    for (let at = 0; at < points.length; at += DRAWING_POINTS_MAX)
      entries.push(moveTo(points.slice(at, at + DRAWING_POINTS_MAX)));
    if (text !== null) entries.push({ op: 'write', text });
    points = [];
    text = null;
    if (entries.length > 0) add(entries);
    return entries.length > 0;
  }

  /** Emits now if the last frame is over, otherwise with the next one. */
  function schedule() {
    if (timer !== null) return;
    if (!emit()) return;
    timer = clock.setTimeout(() => {
      timer = null;
      schedule();
    }, FRAME_MS);
  }

  return {
    move(more) {
      points.push(...more);
      schedule();
    },
    write(now) {
      text = now;
      schedule();
    },
    flush() {
      clock.clearTimeout(timer);
      timer = null;
      emit();
    },
  };
}
