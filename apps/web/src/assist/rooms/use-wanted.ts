import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from '../conversation/model/rows';
import { useReturn } from './use-return';

interface WantedOptions {
  readonly roomId: string;
  readonly rows: readonly Row[];
  /** The position of the target message, from the URL. */
  readonly wanted: number | undefined;
  readonly place: RefObject<HTMLElement | null>;
}

/** The row of a position; of one that has no row, because it is a change, the next one. -1: not loaded. */
function indexOf(rows: readonly Row[], target: number): number {
  const isLoaded =
    rows[0]?.type === 'start' || rows.some((row) => row.type === 'message' && row.message.position <= target);
  return isLoaded ? rows.findIndex((row) => row.type === 'message' && row.message.position >= target) : -1;
}

/** Scrolls to a target message, once, as soon as it is loaded. The latest target counts, from the URL or from `goTo`. */
export function useWanted({ roomId, rows, wanted, place }: WantedOptions, show: (index: number) => void) {
  const shown = useRef<number>(undefined);
  const { way, go } = useReturn(roomId, wanted);
  /** The target requested since the URL's; undefined after a stop. */
  const [asked, setAsked] = useState<{ readonly since: number | undefined; readonly position: number | undefined }>();
  const target = asked && asked.since === wanted ? asked.position : wanted;
  const focus = () => place.current?.focus({ preventScroll: true });
  const arrive = useEffectEvent((index: number) => {
    focus();
    show(index);
  });
  useLayoutEffect(() => {
    if (target === undefined) return;
    const index = indexOf(rows, target);
    if (index < 0 || shown.current === target) return;
    shown.current = target;
    arrive(index);
  }, [rows, target]);
  const ask = (position: number | undefined) => {
    shown.current = undefined;
    setAsked({ since: wanted, position });
    focus();
  };
  const leaveWay = () => {
    if (way.type === 'going') way.stop();
  };
  function goTo(position: number) {
    leaveWay();
    ask(position);
    go(position);
  }
  /** Stops: the running page still loads, but the scroll position stays. */
  function stop() {
    leaveWay();
    ask(undefined);
  }
  return { way, goTo, stop };
}
