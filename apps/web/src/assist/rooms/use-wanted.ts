import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from './model/rows';
import { useReturn } from './use-return';

interface WantedOptions {
  readonly roomId: string;
  readonly rows: readonly Row[];
  /** The position of the message that is to be seen: the address says so. */
  readonly wanted: number | undefined;
  readonly place: RefObject<HTMLElement | null>;
}

/** Goes to a message, once, as soon as it is there. What was wanted last counts: by the address, or by `goTo`. */
export function useWanted({ roomId, rows, wanted, place }: WantedOptions, show: (index: number) => void) {
  const shown = useRef<number>(undefined);
  const { way, go } = useReturn(roomId, wanted);
  /** What was asked for since the address says what it says; nothing after a stop. */
  const [asked, setAsked] = useState<{ readonly since: number | undefined; readonly position: number | undefined }>();
  const target = asked && asked.since === wanted ? asked.position : wanted;
  const focus = () => place.current?.focus({ preventScroll: true });
  const arrive = useEffectEvent((index: number) => {
    focus();
    show(index);
  });
  useLayoutEffect(() => {
    if (target === undefined) return;
    const index = rows.findIndex((row) => row.type === 'message' && row.message.position === target);
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
  /** What is on its way still comes, and one stays where one is. */
  function stop() {
    leaveWay();
    ask(undefined);
  }
  return { way, goTo, stop };
}
