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
  const at = (clientX: number, clientY: number) => ({ clientX, clientY, button: 0, buttons: 1, pointerId: 1 });
  return {
    sent,
    press: (x: number, y: number) => fireEvent.pointerDown(layer, at(x, y)),
    move: (x: number, y: number) => fireEvent.pointerMove(layer, at(x, y)),
    release: () => fireEvent.pointerUp(layer, { pointerId: 1 }),
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
