import { expect, test } from 'vitest';
import type { SeenView } from '../../vision';
import { Sight, spotOf } from './sight';
import type { Mark } from './visit-points';

const mark = (viewId: string, x = 0.5, y = 0.5): Mark => ({ viewId, x, y, color: '#29c885' });
const marks = [mark('front', 0.25, 0.5), mark('front', 0.75, 0.5), mark('side')];
const marksOf = (viewId: string) => marks.filter((one) => one.viewId === viewId);

/** A view of 200 × 100 pixels that is shown as it is, moved by `x`. */
const seen = (id: string, x = 0, inliers = 50): SeenView => ({
  id,
  pose: Float64Array.from([1, 0, x, 0, 1, 0, 0, 0, 1]),
  width: 200,
  height: 100,
  inliers,
  correlation: 0.9,
});
const frame = (...views: readonly SeenView[]) => ({ width: 400, height: 300, views, wanted: [] });

test('a mark is where the pose puts it, in perspective too', () => {
  expect(spotOf(seen('front', 10), mark('front', 0.25, 0.5))).toEqual({ x: 60, y: 50 });
  const pose = Float64Array.from([1, 0, 0, 0, 1, 0, 0.005, 0, 1]);
  const { x } = spotOf({ ...seen('front'), pose }, mark('front', 0.5, 0.5));
  expect(x).toBeCloseTo(99.5 / (1 + 0.005 * 99.5) + 0.5, 6);
});

test('the marks of the view in sight have places; those of others have none', () => {
  const sight = new Sight(marksOf);
  sight.handle(frame(seen('front')), 0);
  expect(marks.map((one) => sight.spotAt(one, 0))).toEqual([{ x: 50, y: 50 }, { x: 150, y: 50 }, null]);
});

test('between two frames a dot goes on at its speed, but not for long', () => {
  const sight = new Sight(marksOf);
  for (let at = 0; at <= 600; at += 30) sight.handle(frame(seen('front', at / 3)), at);
  const [one] = marksOf('front');
  if (!one) throw new Error('no mark');
  const x = (now: number) => sight.spotAt(one, now)?.x ?? 0;
  expect(x(630) - x(600)).toBeCloseTo(10, 0);
  expect(x(700)).toBe(x(660));
});

test('the view that was found first stays, until it is lost for a moment', () => {
  const sight = new Sight(marksOf);
  sight.handle(frame(seen('front', 0, 20), seen('side', 0, 30)), 0);
  expect(sight.viewId).toBe('side');
  sight.handle(frame(seen('front', 0, 90), seen('side', 0, 30)), 30);
  expect(sight.viewId).toBe('side');
  sight.handle(frame(seen('front', 0, 90)), 200);
  expect(sight.viewId).toBe('side');
  sight.handle(frame(seen('front', 0, 90)), 440);
  expect(sight.viewId).toBe('front');
});

test('a view without key points is not looked at', () => {
  const sight = new Sight(marksOf);
  sight.handle(frame(seen('back', 0, 200)), 0);
  expect(sight.viewId).toBeNull();
});
