import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { useZoom } from '../../ui/pictures/use-zoom';
import type { Point, Size } from '../../ui/pictures/zoom';
import { type Stage, toPicture } from './model/stage';

/** The factor of one step of a wheel. */
const WHEEL = 1.1;

/** Zooms around the pointer. React listens passively, and then the page would scroll too. */
function useWheel(frame: RefObject<HTMLElement | null>, zoom: (factor: number, at: Point) => void) {
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoom(event.deltaY < 0 ? WHEEL : 1 / WHEEL, { x: event.clientX, y: event.clientY });
  });
  useEffect(() => {
    const element = frame.current;
    const listen = (event: WheelEvent) => onWheel(event);
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [frame]);
}

/** The geometry of a picture in a frame, whose size it follows. */
export function useStage(picture: Size, { view, zoom, handlers: { ref: frame } }: ReturnType<typeof useZoom>) {
  useWheel(frame, zoom);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  const stage: Stage = { frame: size, picture, view };
  return {
    stage,
    isMeasured: size.width > 0,
    /** The place of the picture under the pointer. */
    placeOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point {
      const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {};
      return toPicture(stage, { x: clientX - left, y: clientY - top });
    },
  };
}
