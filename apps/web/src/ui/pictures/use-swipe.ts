import { type PointerEvent, useRef } from 'react';
import { type Point, swiped } from './zoom';

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

/** Horizontal swipe to the next or the previous item. */
export function useSwipe(onSwipe: (by: -1 | 1) => void) {
  const start = useRef<Point | null>(null);
  return {
    onPointerDown(event: PointerEvent) {
      start.current = pointOf(event);
    },
    onPointerUp(event: PointerEvent) {
      const from = start.current;
      start.current = null;
      if (!from) return;
      const to = pointOf(event);
      const by = swiped({ x: to.x - from.x, y: to.y - from.y });
      if (by !== 0) onSwipe(by);
    },
    onPointerCancel() {
      start.current = null;
    },
  };
}
