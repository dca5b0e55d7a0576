/** What the user takes hold of at an item, and what a drag or a key makes of it. */
import type { DraftItem } from './draft-item';
import { heightAt, meetPlane, type Point, type Ray } from './orbit';

/** `place`: on the plane of its height. */
export const grips = ['place', 'height', 'size', 'turn'] as const;
export type Grip = (typeof grips)[number];
export type Place = Pick<DraftItem, 'x' | 'y' | 'z' | 'width' | 'turnZ'>;

const FARTHEST = 50;
const SMALLEST = 0.01;
const NUDGE = { place: 0.05, height: 0.05, size: 0.05, turn: 1 } as const;
/** With Shift. */
const FAR = { place: 0.5, height: 0.5, size: 0.5, turn: 15 } as const;
/** Of the handle for the height over the item, in marker widths. */
const ABOVE = 0.35;

const round = (value: number) => Math.round(value * 1000) / 1000;
const limited = (value: number, min = -FARTHEST) => round(Math.min(FARTHEST, Math.max(min, value)));
/** From -180 to 180. */
const angle = (degrees: number) => round(degrees - 360 * Math.round(degrees / 360));

/** Where the handle of a grip is: in the plane of the item, the height's over its centre. */
export function handleOf(grip: Exclude<Grip, 'place'>, { x, y, z, width, turnZ }: Place): Point {
  if (grip === 'height') return [x, y, z + ABOVE];
  const direction = ((grip === 'size' ? turnZ : turnZ + 90) * Math.PI) / 180;
  const radius = width / 2;
  return [x + radius * Math.cos(direction), y + radius * Math.sin(direction), z];
}

/** @param rays where the drag began, and where it is; null: there the item cannot be */
export function dragged(
  grip: Grip,
  item: Place,
  { from, to }: { readonly from: Ray; readonly to: Ray },
): Partial<Place> | null {
  const { x, y, z, width, turnZ } = item;
  if (grip === 'height') {
    const [before, now] = [heightAt(from, [x, y]), heightAt(to, [x, y])];
    return before === null || now === null ? null : { z: limited(z + now - before) };
  }
  const [before, now] = [meetPlane(from, z), meetPlane(to, z)];
  if (!before || !now) return null;
  if (grip === 'place') return { x: limited(x + now[0] - before[0]), y: limited(y + now[1] - before[1]) };
  const [first, last] = [before, now].map(([px, py]) => ({
    length: Math.hypot(px - x, py - y),
    degrees: (Math.atan2(py - y, px - x) * 180) / Math.PI,
  }));
  if (!first || !last || first.length === 0) return null;
  if (grip === 'size') return { width: limited((width * last.length) / first.length, SMALLEST) };
  return { turnZ: angle(turnZ + last.degrees - first.degrees) };
}

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** By an arrow key; the height of a place by a page key. Null: another key. */
export function nudged(
  grip: Grip,
  { x, y, z, width, turnZ }: Place,
  { key, shiftKey }: Pressed,
): Partial<Place> | null {
  const by = (shiftKey ? FAR : NUDGE)[grip];
  const isMore = key === 'ArrowUp' || key === 'ArrowRight';
  const isLess = key === 'ArrowDown' || key === 'ArrowLeft';
  if (key === 'PageUp' || key === 'PageDown')
    return grip === 'place' ? { z: limited(key === 'PageUp' ? z + by : z - by) } : null;
  if (!isMore && !isLess) return null;
  const step = isMore ? by : -by;
  switch (grip) {
    case 'height':
      return { z: limited(z + step) };
    case 'size':
      return { width: limited(width + step, SMALLEST) };
    case 'turn':
      return { turnZ: angle(turnZ + step) };
    case 'place':
      return key === 'ArrowLeft' || key === 'ArrowRight' ? { x: limited(x + step) } : { y: limited(y + step) };
  }
}
