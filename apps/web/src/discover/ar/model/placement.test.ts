import { expect, test } from 'vitest';
import { type Camera, type Pose, project } from '@earth/vision';
import { coverOf, cssMatrix, dockedPose, ITEM_PX, itemMatrix, roomOf } from './placement';
import { scaling } from './matrix';

const camera: Camera = { focal: 500, centre: [319.5, 239.5] };
const frame = { width: 640, height: 480 };
const box = { width: 390, height: 844 };
const view = { camera, cover: coverOf(frame, box) };
/** 40° about an axis that is no axis of the picture. */
const half = (20 * Math.PI) / 180;
const pose: Pose = {
  rotation: [Math.sin(half) * 0.6, Math.sin(half) * 0.8, 0, Math.cos(half)],
  translation: [0.1, -0.2, 1.7],
};

/** What CSS makes of a point of an element, in px from its centre. */
function drawn(css: string, x: number, y: number) {
  const m = css.slice('matrix3d('.length, -1).split(',').map(Number);
  const row = (at: number) => (m[at] ?? 0) * x + (m[4 + at] ?? 0) * y + (m[12 + at] ?? 0);
  return [row(0) / row(3), row(1) / row(3)] as const;
}
/** Where the engine says that a point of the marker is, on the screen. */
function truth(x: number, y: number) {
  const [u, v] = project(pose, camera, [x, y]);
  const { left, top, scale } = view.cover;
  return [left + scale * (u + 0.5), top + scale * (v + 0.5)] as const;
}

test('an element as wide as the marker lies on it, seen at a slant', () => {
  const css = cssMatrix(pose, scaling(1, 1, 1), view);
  for (const [x, y] of [
    [-0.5, -0.4],
    [0.5, -0.4],
    [0.5, 0.4],
    [-0.5, 0.4],
  ] as const) {
    const [left, top] = drawn(css, x * ITEM_PX, y * ITEM_PX);
    const [wantedLeft, wantedTop] = truth(x, y);
    expect([left, top]).toEqual([expect.closeTo(wantedLeft, 3), expect.closeTo(wantedTop, 3)]);
  }
});

test('an item has its place with y up, its turn and its width', () => {
  const item = itemMatrix({ position: [0.2, 0.3, 0], rotation: [0, 0, 90], width: 0.5 });
  const [left, top] = drawn(cssMatrix(pose, item, view), ITEM_PX / 2, 0);
  // Its right edge points up: a quarter of the marker's width above its middle.
  const [wantedLeft, wantedTop] = truth(0.2, -(0.3 + 0.25));
  expect([left, top]).toEqual([expect.closeTo(wantedLeft, 3), expect.closeTo(wantedTop, 3)]);
});

test('a matrix has an inverse: a browser shows nothing otherwise', () => {
  const m = cssMatrix(pose, scaling(1, 1, 1), view)
    .slice('matrix3d('.length, -1)
    .split(',')
    .map(Number);
  // The rows of the depth and of its divisor must not be multiples of each other.
  const ratios = [2, 6, 10, 14].map((at) => (m[at] ?? 0) / (m[at + 1] ?? 1));
  expect(new Set(ratios.map((ratio) => ratio.toFixed(3))).size).toBeGreaterThan(1);
});

test('what floats is in the middle of the screen, and fits, wherever it stands on its marker', () => {
  const room = { x: 0.6, y: -0.3, near: 0, width: 1.4, height: 0.8 };
  const css = cssMatrix(dockedPose(view, box, room), scaling(1, 1, 1), view);
  const [left] = drawn(css, (room.x - room.width / 2) * ITEM_PX, 0);
  const [right] = drawn(css, (room.x + room.width / 2) * ITEM_PX, 0);
  const [, middle] = drawn(css, 0, -room.y * ITEM_PX);
  expect([left + right, right - left, middle]).toEqual([
    expect.closeTo(box.width, 0),
    expect.closeTo(0.8 * box.width, 0),
    expect.closeTo(box.height / 2, 0),
  ]);
});

test('the room of a content is around its items; without any it is the marker', () => {
  const items = [
    { kind: 'picture' as const, position: [0.5, 0, 0] as [number, number, number], width: 0.4 },
    { kind: 'info' as const, position: [0, -1, 0] as [number, number, number], width: 0.2 },
  ];
  const { x, y, width, height } = roomOf(items, frame);
  expect([x, y, width, height]).toEqual([0.3, -0.445, 0.8, 1.19].map((one) => expect.closeTo(one, 6) as number));
  expect(roomOf([], frame)).toEqual({ x: 0, y: 0, near: 0, width: 1, height: 0.75 });
  const tall = { kind: 'model' as const, position: [0, 0, 0.1] as [number, number, number], width: 0.5 };
  expect(roomOf([tall], frame).near).toBeCloseTo(0.6);
});
