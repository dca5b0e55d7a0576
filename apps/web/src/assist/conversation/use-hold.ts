import { type PointerEvent, useEffect, useRef } from 'react';

/** A finger that stays this long, ms, holds; one that moves further than this, px, does not. */
const HOLD_MS = 450;
const STILL_PX = 10;
/** A finger that goes this far aside, px, and less than half of it up or down, pushes. */
const PUSH_PX = 64;

interface Hold {
  /** Null: nothing happens. */
  readonly onHold: (() => void) | null;
  readonly onPush: (() => void) | null;
}

/** Long press and swipe to the right, by a finger only: a mouse has its own ways. */
export function useHold({ onHold, onPush }: Hold) {
  const down = useRef<{ readonly x: number; readonly y: number; readonly timer: number } | null>(null);
  function end() {
    clearTimeout(down.current?.timer);
    down.current = null;
  }
  useEffect(() => () => clearTimeout(down.current?.timer), []);
  return {
    onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
      if (pointerType !== 'touch') return;
      end();
      const timer = window.setTimeout(() => {
        down.current = null;
        onHold?.();
      }, HOLD_MS);
      down.current = { x, y, timer };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { current } = down;
      if (!current) return;
      const [aside, up] = [clientX - current.x, Math.abs(clientY - current.y)];
      if (Math.abs(aside) > STILL_PX || up > STILL_PX) clearTimeout(current.timer);
      if (aside < PUSH_PX || up > PUSH_PX / 2) return;
      end();
      onPush?.();
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
