import { type PointerEvent, useRef, useState } from 'react';
import { distance, type View, moved, type Point, swiped, WHOLE, zoomed } from './zoom';

const STEP = 1.5;
const DOUBLE = 2.5;

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });
const half = ({ x, y }: Point): Point => ({ x: x / 2, y: y / 2 });
/** The middle of two pointers, from the centre of the frame. */
const middleOf = (one: Point, other: Point, { left, top, width, height }: DOMRect): Point => ({
  x: (one.x + other.x) / 2 - left - width / 2,
  y: (one.y + other.y) / 2 - top - height / 2,
});
const less = (one: Point, other: Point): Point => ({ x: one.x - other.x, y: one.y - other.y });

const always = () => true;

/**
 * Zoom and pan with touch, mouse or keys: pinch or double click zooms, a drag pans a zoomed picture, a swipe over the whole picture
 * changes to another one. Two fingers move it too.
 * @param canPan whether one pointer pans, now: it may draw instead
 */
export function useZoom(onSwipe: (by: -1 | 1) => void, canPan = always) {
  const [view, setView] = useState<View>(WHOLE);
  const fingers = useRef(new Map<number, Point>());
  /** Where the single pointer went down; null after a second pointer joined. */
  const start = useRef<Point | null>(null);

  const frame = useRef<HTMLDivElement>(null);
  /** @param at where on the screen; null: around the centre */
  const zoom = (factor: number, at: Point | null = null) => {
    const size = frame.current?.getBoundingClientRect();
    if (size) setView((now) => zoomed(now, factor, size, at ? middleOf(at, at, size) : undefined));
  };

  function onPointerDown(event: PointerEvent) {
    // Buttons and links over the picture are clicked, not dragged.
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
    const by = less(now, before);
    if (other) {
      const factor = distance(now, other) / Math.max(distance(before, other), 1);
      // Each of the two fingers moves their middle by half of its way.
      setView((last) => moved(zoomed(last, factor, size, middleOf(now, other, size)), half(by), size));
    } else if (canPan()) setView((last) => moved(last, by, size));
  }

  function onPointerUp(event: PointerEvent) {
    fingers.current.delete(event.pointerId);
    const from = start.current;
    start.current = null;
    const by = from && view.scale === 1 ? swiped(less(pointOf(event), from)) : 0;
    if (by !== 0) onSwipe(by);
  }

  function onPointerCancel(event: PointerEvent) {
    fingers.current.delete(event.pointerId);
    start.current = null;
  }

  return {
    view,
    zoom,
    enlarge: () => zoom(STEP),
    reduce: () => zoom(1 / STEP),
    reset: () => setView(WHOLE),
    handlers: {
      ref: frame,
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel,
      onDoubleClick: () => (view.scale > 1 ? setView(WHOLE) : zoom(DOUBLE)),
    },
  };
}
