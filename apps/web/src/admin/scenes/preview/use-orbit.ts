import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { OrbitStage } from '../model/orbit-stage';

/** Degrees that a pixel turns the view, and an arrow key. */
const PER_PIXEL = 0.4;
const PER_KEY = 10;
const ZOOM = 1.25;

const STEPS: Readonly<Record<string, readonly [turn: number, tilt: number]>> = {
  ArrowLeft: [-PER_KEY, 0],
  ArrowRight: [PER_KEY, 0],
  ArrowUp: [0, -PER_KEY],
  ArrowDown: [0, PER_KEY],
};

/** Turns and zooms the view: by one pointer or two, by the wheel, by keys. */
export function useOrbit(stage: OrbitStage, preview: RefObject<HTMLElement | null>) {
  const pointers = useRef(new Map<number, readonly [x: number, y: number]>());
  const spread = () => {
    const [first, second] = [...pointers.current.values()];
    return first && second ? Math.hypot(first[0] - second[0], first[1] - second[1]) : null;
  };
  const end = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId);
  useEffect(() => {
    const element = preview.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      stage.zoom(Math.exp(-event.deltaY / 500));
    };
    // React listens passively.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [stage, preview]);
  return {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, [event.clientX, event.clientY]);
    },
    onPointerMove({ pointerId, clientX, clientY }: PointerEvent) {
      const before = pointers.current.get(pointerId);
      if (!before) return;
      const former = spread();
      pointers.current.set(pointerId, [clientX, clientY]);
      const now = spread();
      if (former !== null && now !== null) stage.zoom(now / Math.max(former, 1));
      else stage.turn(PER_PIXEL * (clientX - before[0]), PER_PIXEL * (before[1] - clientY));
    },
    onPointerUp: end,
    onPointerCancel: end,
    onKeyDown(event: KeyboardEvent) {
      const step = STEPS[event.key];
      if (step) stage.turn(...step);
      else if (event.key === '+' || event.key === '-') stage.zoom(event.key === '+' ? ZOOM : 1 / ZOOM);
      else return;
      event.preventDefault();
    },
  };
}
