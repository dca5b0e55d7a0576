import { type RefObject, useEffect, useState } from 'react';
import type { Point, Size, View } from '../../ui/pictures/zoom';
import { type Stage, toPicture } from './model/stage';

interface StageOptions {
  readonly frame: RefObject<HTMLElement | null>;
  readonly picture: Size;
  readonly view: View;
}

/** The geometry of a picture in a frame, whose size it follows. */
export function useStage({ frame, picture, view }: StageOptions) {
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
