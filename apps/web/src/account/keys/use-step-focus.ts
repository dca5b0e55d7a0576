import { useEffect, useRef } from 'react';

/** Moves the focus to the title of a new step, where a screen reader starts to read. */
export function useStepFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}
