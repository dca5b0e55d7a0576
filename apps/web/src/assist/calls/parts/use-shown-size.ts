import type { PictureSize } from '@earth/calls';
import { type RefObject, useEffect } from 'react';

/** Sizes are told in steps, so that an animation does not tell each of its own. */
const STEP_PX = 80;

const inSteps = (px: number) => Math.ceil((px * devicePixelRatio) / STEP_PX) * STEP_PX;

/**
 * Tells how large a picture must be to fill an element, in pixels of the screen; null: it is not shown there any more.
 * @param ratio of the picture, width by height
 * @param onSize stable
 */
export function useShownSize(
  element: RefObject<HTMLElement | null>,
  ratio: number,
  onSize: ((size: PictureSize | null) => void) | undefined,
) {
  useEffect(() => {
    const shown = element.current;
    if (!shown || !onSize) return undefined;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = shown;
      if (width === 0 || height === 0) return onSize(null);
      // What does not have its shape is cropped.
      onSize({ width: inSteps(Math.max(width, height * ratio)), height: inSteps(Math.max(height, width / ratio)) });
    });
    observer.observe(shown);
    return () => {
      observer.disconnect();
      onSize(null);
    };
  }, [element, ratio, onSize]);
}
