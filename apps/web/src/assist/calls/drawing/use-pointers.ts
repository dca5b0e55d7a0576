import type { PenPoint, Point } from '@earth/annotations';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isTyping } from '../../../shared/shortcuts/shortcuts';
import { createPointers, type PointersOptions } from './pointers';

/** The zoom factor of a wheel movement. */
const zoomOfWheel = (deltaY: number) => 1.0015 ** -deltaY;

/** Connects fingers, mouse, pen and wheel on an element to the gestures. */
export function usePointers(area: RefObject<HTMLElement | null>, options: PointersOptions): void {
  const { drawing } = options;
  const now = useEffectEvent(options.now);
  const onMove = useEffectEvent(options.onMove);
  const onZoom = useEffectEvent(options.onZoom);
  const onText = useEffectEvent(options.onText);
  const onErase = useEffectEvent(options.onErase);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const pointers = createPointers({
      drawing,
      now: () => now(),
      onMove: (x, y) => onMove(x, y),
      onZoom: (by, at) => onZoom(by, at),
      onText: (at) => onText(at),
      onErase: (at) => onErase(at),
    });
    const inRoom = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top } = element.getBoundingClientRect();
      return [clientX - left, clientY - top];
    };
    const penIn = (event: PointerEvent): PenPoint => {
      const [x, y] = inRoom(event);
      return event.pointerType === 'pen' ? [x, y, Math.round(event.pressure * 100)] : [x, y];
    };
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener(
      'pointerdown',
      (event) => {
        // The text field handles its own events.
        if (event.button > 1 || event.target instanceof HTMLInputElement) return;
        // Keeps the focus in the text field that opens.
        event.preventDefault();
        if (document.activeElement instanceof HTMLElement && isTyping(document.activeElement))
          document.activeElement.blur();
        element.setPointerCapture(event.pointerId);
        pointers.down(event.pointerId, penIn(event), event.button === 1);
      },
      { signal },
    );
    element.addEventListener(
      'pointermove',
      (event) => {
        const way = event.getCoalescedEvents();
        pointers.move(event.pointerId, (way.length > 0 ? way : [event]).map(penIn));
      },
      { signal },
    );
    for (const end of ['pointerup', 'pointercancel'] as const)
      element.addEventListener(end, ({ pointerId }) => pointers.up(pointerId), { signal });
    element.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        onZoom(zoomOfWheel(event.deltaY), inRoom(event));
      },
      { signal, passive: false },
    );
    return () => stop.abort();
  }, [area, drawing]);
}
