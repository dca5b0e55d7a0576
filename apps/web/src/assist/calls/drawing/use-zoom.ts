import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type Frame, moveBy, type Place, placeOf, type Size, STEP, WHOLE, type Zoom, zoomBy } from './zoom';

export interface ZoomedPicture {
  readonly area: RefObject<HTMLDivElement | null>;
  readonly room: Size;
  /** Null until the picture is loaded. */
  readonly picture: Size | null;
  readonly setPicture: (picture: Size) => void;
  readonly place: Place | null;
  readonly isZoomed: boolean;
  readonly move: (x: number, y: number) => void;
  readonly zoomAt: (by: number, at: readonly [number, number]) => void;
  /** By a button or a shortcut: around the middle. */
  readonly step: (how: 'in' | 'out' | 'fit') => void;
}

/** Zoom and pan of a picture in its frame; at first the whole picture is shown. */
export function useZoom(): ZoomedPicture {
  const area = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  const [picture, setPicture] = useState<Size | null>(null);
  const [zoom, setZoom] = useState<Zoom>(WHOLE);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const change = (how: (now: Zoom, frame: Frame) => Zoom) => {
    if (picture) setZoom((now) => how(now, { room, picture }));
  };
  const zoomAt: ZoomedPicture['zoomAt'] = (by, at) => change((now, frame) => zoomBy(frame, now, by, at));
  return {
    area,
    room,
    picture,
    setPicture,
    place: picture && room.width > 0 ? placeOf({ room, picture }, zoom) : null,
    isZoomed: zoom.factor > 1,
    move: (x, y) => change((now, frame) => moveBy(frame, now, x, y)),
    zoomAt,
    step: (how) => {
      if (how === 'fit') setZoom(WHOLE);
      else zoomAt(how === 'in' ? STEP : 1 / STEP, [room.width / 2, room.height / 2]);
    },
  };
}
