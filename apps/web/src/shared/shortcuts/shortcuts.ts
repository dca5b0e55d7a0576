import { useEffect, useEffectEvent } from 'react';
import { areSingleKeyShortcutsOn } from './single-key-shortcuts';

/** Whether keyboard input goes into a text field. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type="range"]), textarea, select, [role="textbox"]');
}

const DIALOG = '[role="dialog"][aria-modal="true"]';

/**
 * Whether a dialog over the call receives the keyboard. The call itself is a dialog over the page, and the page's own dialogs are
 * inert meanwhile.
 */
export const isCallCovered = (): boolean =>
  [...document.querySelectorAll(`${DIALOG}:not([data-flights])`)].some((dialog) => !dialog.closest('[inert]'));

/** An incoming call takes the focus as a whole: what the user goes on typing must not trigger shortcuts. */
const isRing = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="alertdialog"]') !== null;

/** Runs an action at a key press, but not while the user types or under a dialog. */
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
