import { useEffect, useRef } from 'react';

/** A step that comes takes the focus to its title, where a screen reader starts to read. */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}
