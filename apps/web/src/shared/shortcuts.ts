import { useEffect, useEffectEvent } from 'react';
import { areSingleKeyShortcutsOn } from './single-key-shortcuts';

/** Whether keys go into a text just now. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type="range"]), textarea, select, [role="textbox"]');
}

const DIALOG = '[role="dialog"][aria-modal="true"]';

/** Whether a dialog over the call has the keys. The call itself is one over the page, whose own dialogs are inert meanwhile. */
export const isCallCovered = (): boolean =>
  [...document.querySelectorAll(`${DIALOG}:not([data-flights])`)].some((dialog) => !dialog.closest('[inert]'));

/** What rings has the focus as a whole: what one goes on typing into nothing is no key. */
const isRing = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="alertdialog"]') !== null;

/** Does something when a key is pressed, but not while one types, nor under a dialog. */
export function useShortcut(key: string, action: () => void) {
  const run = useEffectEvent(action);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (
        !areSingleKeyShortcutsOn() ||
        isTyping(event.target) ||
        isRing(event.target) ||
        document.querySelector(DIALOG)
      )
        return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [key]);
}
