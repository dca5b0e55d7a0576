import { useEffect, useRef } from 'react';
import { isCallCovered, isTyping } from '../../../shared/shortcuts/shortcuts';
import { type CallShortcut, callShortcutOf } from './shortcuts';

type Handlers = Partial<Readonly<Record<CallShortcut, () => void>>>;

/** Elements that handle Esc themselves: a sheet, a text field. */
const keepsEscape = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-keeps-escape]') !== null;

/**
 * Handles the shortcuts of a call, wherever the focus is. Under a dialog a call can only be accepted. The default action is
 * prevented only for keys that have an action here.
 */
export function useCallShortcuts(handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = callShortcutOf(event, isTyping(event.target));
      if (key !== 'accept' && isCallCovered()) return;
      if (key === 'live' && keepsEscape(event.target)) return;
      const handle = key && latest.current[key];
      if (!handle) return;
      event.preventDefault();
      handle();
    };
    // In the capture phase, in which a dialog that the same Esc closes still covers the call.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}
