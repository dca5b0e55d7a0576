import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { dragged, type Grip, nudged, type Place } from '../model/grips';
import type { Ray } from '../model/orbit';
import type { OrbitStage } from '../model/orbit-stage';

/** Where an event is, from the upper left corner of the preview. */
function pixelIn(preview: Element | null, { clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>) {
  const { left = 0, top = 0 } = preview?.getBoundingClientRect() ?? {};
  return [clientX - left, clientY - top] as const;
}

interface GripOptions {
  readonly stage: OrbitStage;
  readonly preview: () => Element | null;
  readonly item: Place;
  readonly onMove: (place: Partial<Place>) => void;
  /** What comes then is another step. */
  readonly onEnd: () => void;
}

/** Pointer and keys at what an item is held by. */
export function useGrip(grip: Grip, { stage, preview, item, onMove, onEnd }: GripOptions) {
  const began = useRef<{ readonly item: Place; readonly from: Ray } | null>(null);
  const rayOf = (event: PointerEvent) => stage.rayAt(pixelIn(preview(), event));
  const end = () => {
    if (began.current) onEnd();
    began.current = null;
  };
  return {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId);
      began.current = { item, from: rayOf(event) };
    },
    onPointerMove(event: PointerEvent) {
      if (!began.current) return;
      const place = dragged(grip, began.current.item, { from: began.current.from, to: rayOf(event) });
      if (place) onMove(place);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onKeyDown(event: KeyboardEvent) {
      const place = nudged(grip, item, event);
      if (!place) return;
      event.preventDefault();
      onMove(place);
    },
  };
}
