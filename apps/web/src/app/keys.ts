import { useEffect, useEffectEvent } from 'react';
import { areSingleKeysOn } from './single-keys';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Does something when a key is pressed, but not while one types, nor under a dialog. */
export function useKey(key: string, action: () => void) {
  const run = useEffectEvent(action);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (!areSingleKeysOn() || isTyping(event.target) || document.querySelector('[role="dialog"][aria-modal="true"]'))
        return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [key]);
}
