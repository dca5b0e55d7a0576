import { type PointerEvent, useRef, useState } from 'react';
import { distance, type Look, moved, type Point, swiped, WHOLE, zoomed } from './zoom';

const STEP = 1.5;
const DOUBLE = 2.5;

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });
const less = (one: Point, other: Point): Point => ({ x: one.x - other.x, y: one.y - other.y });

/**
 * A picture under fingers, a mouse or keys: two fingers or a double click make it larger, one moves what is larger, and a
 * stroke over the whole one goes to another.
 */
export function useZoom(onSwipe: (by: -1 | 1) => void) {
  const [look, setLook] = useState<Look>(WHOLE);
  const fingers = useRef(new Map<number, Point>());
  /** Where the only finger came down; null once a second one was there. */
  const start = useRef<Point | null>(null);

  const frame = useRef<HTMLDivElement>(null);
  const zoom = (factor: number) => {
    const element = frame.current;
    if (element) setLook((now) => zoomed(now, factor, element.getBoundingClientRect()));
  };

  function onPointerDown(event: PointerEvent) {
    // What can be pressed in the picture's place is not moved, but pressed.
    if (event.target instanceof Element && event.target.closest('button, a')) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, pointOf(event));
    start.current = fingers.current.size === 1 ? pointOf(event) : null;
  }

  function onPointerMove(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    const size = event.currentTarget.getBoundingClientRect();
    fingers.current.set(event.pointerId, now);
    if (other) setLook((last) => zoomed(last, distance(now, other) / Math.max(distance(before, other), 1), size));
    else setLook((last) => moved(last, less(now, before), size));
  }

  function onPointerUp(event: PointerEvent) {
    fingers.current.delete(event.pointerId);
    const from = start.current;
    start.current = null;
    const by = from && look.scale === 1 ? swiped(less(pointOf(event), from)) : 0;
    if (by !== 0) onSwipe(by);
  }

  function onPointerCancel(event: PointerEvent) {
    fingers.current.delete(event.pointerId);
    start.current = null;
  }

  return {
    look,
    enlarge: () => zoom(STEP),
    reduce: () => zoom(1 / STEP),
    reset: () => setLook(WHOLE),
    handlers: {
      ref: frame,
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel,
      onDoubleClick: () => (look.scale > 1 ? setLook(WHOLE) : zoom(DOUBLE)),
    },
  };
}
