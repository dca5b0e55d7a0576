import type { DrawnWay, Spot } from '@earth/calls';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PointLayer } from './PointLayer';

/** The layer is 100 × 100 px, over a square picture. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout'] });
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100);
  HTMLElement.prototype.setPointerCapture = () => undefined;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function openLayer(isDrawing: boolean) {
  const sent: (readonly [Spot | null, DrawnWay?])[] = [];
  render(
    <div>
      <video
        ref={(video) =>
          void Object.defineProperties(video ?? {}, { videoWidth: { value: 50 }, videoHeight: { value: 50 } })
        }
      />
      <PointLayer
        points={{ get: () => [], lines: () => [], subscribe: () => () => {} }}
        onPoint={(_, spot, drawn) => void sent.push(drawn ? [spot, drawn] : [spot])}
        of="luca"
        fit="contain"
        isMirrored={false}
        people={[]}
        isDrawing={isDrawing}
        isHovering={false}
      />
    </div>,
  );
  const layer = screen.getByTestId('point-layer');
  const at = (clientX: number, clientY: number, pointerId = 1) => ({
    clientX,
    clientY,
    button: 0,
    buttons: 1,
    pointerId,
    isPrimary: pointerId === 1,
  });
  return {
    sent,
    press: (x: number, y: number, id?: number) => fireEvent.pointerDown(layer, at(x, y, id)),
    move: (x: number, y: number, id?: number) => fireEvent.pointerMove(layer, at(x, y, id)),
    release: (pointerId = 1) => fireEvent.pointerUp(layer, { pointerId }),
    nextFrame: () => vi.advanceTimersByTime(20),
  };
}

test('a pressed pointer that moves draws, from where it was pressed; each press begins a new line', () => {
  const { sent, press, move, release, nextFrame } = openLayer(true);
  press(10, 10);
  nextFrame();
  move(20, 10);
  move(30, 10);
  nextFrame();
  move(40, 10);
  nextFrame();
  release();
  press(50, 50);
  move(60, 50);
  nextFrame();
  const spot = (x: number, y = 0.1) => ({ x, y });
  expect(sent).toEqual([
    [spot(0.1)],
    [spot(0.3), { isNew: true, way: [spot(0.1), spot(0.2), spot(0.3)] }],
    [spot(0.4), { isNew: false, way: [spot(0.4)] }],
    [spot(0.6, 0.5), { isNew: true, way: [spot(0.5, 0.5), spot(0.6, 0.5)] }],
  ]);
});

test('a tap points, and draws nothing even if the finger trembles', () => {
  const { sent, press, move, nextFrame } = openLayer(true);
  press(10, 10);
  move(12, 11);
  nextFrame();
  expect(sent).toEqual([[{ x: 0.12, y: 0.11 }]]);
});

test('who may not draw points while they press', () => {
  const { sent, press, move, nextFrame } = openLayer(false);
  press(10, 10);
  move(40, 10);
  nextFrame();
  expect(sent).toEqual([[{ x: 0.4, y: 0.1 }]]);
});

test('a line begins anew where it comes back into the picture', () => {
  const { sent, press, move, nextFrame } = openLayer(true);
  const spot = (x: number, y = 0.1) => ({ x, y });
  press(-20, 10);
  move(-10, 10);
  nextFrame();
  move(10, 10);
  nextFrame();
  move(-10, 10);
  nextFrame();
  move(10, 50);
  move(-10, 60);
  move(20, 50);
  nextFrame();
  expect(sent).toEqual([
    [null],
    [spot(0.1), { isNew: true, way: [spot(0.1)] }],
    [null],
    [spot(0.2, 0.5), { isNew: true, way: [spot(0.1, 0.5)] }],
    [spot(0.2, 0.5), { isNew: true, way: [spot(0.2, 0.5)] }],
  ]);
});

test('a second finger neither draws nor ends the line of the first', () => {
  const { sent, press, move, release, nextFrame } = openLayer(true);
  const spot = (x: number, y = 0.1) => ({ x, y });
  press(10, 10);
  move(20, 10);
  press(80, 80, 2);
  move(90, 90, 2);
  release(2);
  move(30, 10);
  nextFrame();
  release();
  move(70, 70, 2);
  nextFrame();
  vi.advanceTimersByTime(2_000);
  expect(sent).toEqual([[spot(0.3), { isNew: true, way: [spot(0.1), spot(0.2), spot(0.3)] }], [null]]);
});

test('positions that are nearer than a pixel to the last one are not sent', () => {
  const { sent, press, move, nextFrame } = openLayer(true);
  press(10, 10);
  move(20, 10);
  for (const step of [0.3, 0.6, 0.9]) move(20 + step, 10);
  move(21, 10);
  nextFrame();
  move(21.4, 10);
  nextFrame();
  const ways = sent.map(([, drawn]) => drawn?.way.map(({ x }) => x));
  expect(ways).toEqual([[0.1, 0.2, 0.21], undefined]);
  expect(sent.at(-1)?.[0]?.x).toBeCloseTo(0.214);
});
