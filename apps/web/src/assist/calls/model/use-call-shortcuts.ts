import { useEffect, useRef } from 'react';
import { isCallCovered, isTyping } from '../../../shared/shortcuts';
import { type CallShortcut, callShortcutOf } from './shortcuts';

type Handlers = Partial<Readonly<Record<CallShortcut, () => void>>>;

/** What has an Esc of its own: a sheet, a text. */
const keepsEscape = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-keeps-escape]') !== null;

/**
 * The keys of a call, wherever the focus is, but for a dialog over it: under that a call can only be accepted. Only a key
 * that something is done for is taken from the page.
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
    // Before anything else: a dialog that the same Esc closes still covers the call here.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}
