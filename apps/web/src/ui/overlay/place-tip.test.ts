import { expect, test } from 'vitest';
import { placeTip } from './place-tip';

const view = { width: 400, height: 300 };
const tip = { width: 60, height: 20 };
const box = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 40 });

test.each([
  ['top', { left: 190, top: 75 }],
  ['bottom', { left: 190, top: 145 }],
  ['left', { left: 135, top: 110 }],
  ['right', { left: 245, top: 110 }],
] as const)('at %s, places a tooltip 5 px from the centre of its control', (position, place) => {
  expect(placeTip(position, box(200, 100), tip, view)).toEqual(place);
});

test.each([
  ['top', box(200, 10), { left: 190, top: 55 }],
  ['bottom', box(200, 250), { left: 190, top: 225 }],
  ['left', box(20, 100), { left: 65, top: 110 }],
  ['right', box(350, 100), { left: 285, top: 110 }],
] as const)('if %s has no room, uses the opposite side', (position, control, place) => {
  expect(placeTip(position, control, tip, view)).toEqual(place);
});

test('stays within the window, in the corners and if no side has room', () => {
  expect(placeTip('bottom', box(0, 0), tip, view)).toEqual({ left: 5, top: 45 });
  expect(placeTip('top', box(360, 260), tip, view)).toEqual({ left: 335, top: 235 });
  expect(placeTip('bottom', { left: 0, top: 0, right: 400, bottom: 300 }, tip, view)).toEqual({ left: 170, top: 5 });
});
