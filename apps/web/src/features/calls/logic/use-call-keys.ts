import { useEffect, useRef } from 'react';
import { type CallKey, callKeyOf, isTyping } from './keys';

type Handlers = Partial<Readonly<Record<CallKey, () => void>>>;

/** The keys of a call, wherever the focus is. Only a key that something is done for is taken from the page. */
export function useCallKeys(handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const key = callKeyOf(event, isTyping(event.target));
      const handle = key && latest.current[key];
      if (!handle) return;
      event.preventDefault();
      handle();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
