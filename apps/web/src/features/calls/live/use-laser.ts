import type { CallActions } from '@earth/calls';
import { type PointerEvent, useCallback, useEffect, useRef } from 'react';
import { type Laid, spotAt } from './picture-place';

/** A tap points for so long: the eye of the other side must find it. */
const LINGER_MS = 900;

interface LaserOptions {
  readonly onPoint: CallActions['point'];
  /** Whose picture it is. */
  readonly of: string;
  /** A mouse points wherever it is; else, as a finger, while it presses. */
  readonly isHovering: boolean;
  /** How the picture lies just now. */
  readonly laid: () => Laid;
  /** Shows where people point: once a frame at most, after `soon`. */
  readonly draw: () => void;
}

/** Where one points, told once a frame at most. @returns what an element listens to, and `soon`, which draws next frame */
export function useLaser({ onPoint, of, isHovering, laid, draw }: LaserOptions) {
  /** What is not told yet; `null`: nowhere. */
  const next = useRef<{ readonly at: { readonly x: number; readonly y: number } | null } | null>(null);
  const frame = useRef(0);
  const lingering = useRef<ReturnType<typeof setTimeout>>(undefined);

  const latest = useRef(() => {});
  useEffect(() => {
    latest.current = () => {
      frame.current = 0;
      const told = next.current;
      next.current = null;
      if (told) onPoint(of, told.at && spotAt(laid(), told.at.x, told.at.y));
      draw();
    };
  });
  const soon = useCallback(() => {
    frame.current ||= requestAnimationFrame(() => latest.current());
  }, []);

  // Who looks at something else, or has put the laser away, points at nothing here.
  useEffect(
    () => () => {
      clearTimeout(lingering.current);
      cancelAnimationFrame(frame.current);
      frame.current = 0;
      next.current = null;
      onPoint(of, null);
    },
    [of, onPoint, isHovering],
  );

  const tell = (at: { readonly x: number; readonly y: number } | null) => {
    next.current = { at };
    soon();
  };
  const hovers = ({ pointerType }: PointerEvent) => isHovering && pointerType === 'mouse';
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 0 && !hovers(event)) return;
    clearTimeout(lingering.current);
    const { left, top } = event.currentTarget.getBoundingClientRect();
    tell({ x: event.clientX - left, y: event.clientY - top });
  };
  const release = () => {
    clearTimeout(lingering.current);
    lingering.current = setTimeout(() => tell(null), LINGER_MS);
  };
  return {
    soon,
    listeners: {
      onPointerDown(event: PointerEvent<HTMLDivElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      },
      onPointerMove: move,
      onPointerUp(event: PointerEvent<HTMLDivElement>) {
        if (!hovers(event)) release();
      },
      onPointerCancel: release,
      onPointerLeave: release,
    },
  };
}
