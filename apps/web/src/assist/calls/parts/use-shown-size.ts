import type { PictureSize } from '@earth/calls';
import { type RefObject, useEffect } from 'react';

/** Sizes are told in steps, so that an animation does not tell each of its own. */
const STEP_PX = 80;

const inSteps = (px: number) => Math.ceil((px * devicePixelRatio) / STEP_PX) * STEP_PX;

/** Tells how large an element is shown, in pixels of the screen; null: it is hidden or gone. `onSize` must be stable. */
export function useShownSize(
  element: RefObject<HTMLElement | null>,
  onSize: ((size: PictureSize | null) => void) | undefined,
) {
  useEffect(() => {
    const shown = element.current;
    if (!shown || !onSize) return undefined;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = shown;
      onSize(width === 0 || height === 0 ? null : { width: inSteps(width), height: inSteps(height) });
    });
    observer.observe(shown);
    return () => {
      observer.disconnect();
      onSize(null);
    };
  }, [element, onSize]);
}
