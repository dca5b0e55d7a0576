import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { type Corner, moveWithin, nearestCorner } from './corners';

/** A finger that shakes by less than this only taps. */
const TAP_PX = 6;
const AT_REST = { x: 0, y: 0 };

interface Drag {
  readonly from: { readonly x: number; readonly y: number };
  readonly box: DOMRect;
  by: { x: number; y: number } | null;
}

const screenSize = () => {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  return { width, height };
};

/** Drags `box` by what has the `handlers`; dropped, it goes to the nearest corner. `offset`: how far it is from its place now. */
export function useDrag(box: RefObject<HTMLElement | null>, onDrop: (corner: Corner) => void) {
  const drag = useRef<Drag | null>(null);
  const wasDragged = useRef(false);
  const [offset, setOffset] = useState(AT_REST);

  const handlers = {
    onPointerDown({ isPrimary, button, clientX: x, clientY: y }: PointerEvent) {
      wasDragged.current = false;
      if (!isPrimary || button !== 0 || !box.current) return;
      drag.current = { from: { x, y }, box: box.current.getBoundingClientRect(), by: null };
    },
    onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent) {
      const now = drag.current;
      if (!now) return;
      const by = { x: clientX - now.from.x, y: clientY - now.from.y };
      if (!now.by && Math.hypot(by.x, by.y) < TAP_PX) return;
      if (!now.by) currentTarget.setPointerCapture(pointerId);
      now.by = moveWithin(now.box, by, screenSize());
      setOffset(now.by);
    },
    onPointerUp() {
      const dropped = drag.current;
      drag.current = null;
      if (!dropped?.by) return;
      wasDragged.current = true;
      setOffset(AT_REST);
      const { left, top, width, height } = dropped.box;
      onDrop(nearestCorner({ left: left + dropped.by.x, top: top + dropped.by.y, width, height }, screenSize()));
    },
    onPointerCancel() {
      drag.current = null;
      setOffset(AT_REST);
    },
    /** The button under the pointer was not pressed. */
    onClickCapture(event: MouseEvent) {
      if (wasDragged.current) event.stopPropagation();
      wasDragged.current = false;
    },
  };
  return { offset, handlers };
}
