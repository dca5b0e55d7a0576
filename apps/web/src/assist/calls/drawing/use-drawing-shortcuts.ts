import { useEffect, useEffectEvent } from 'react';
import { isCallCovered, isTyping } from '../../../shared/shortcuts/shortcuts';
import { type DrawingShortcut, drawingShortcutOf } from './drawing-shortcuts';

export function useDrawingShortcuts(act: (key: DrawingShortcut) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = isTyping(event.target) || isCallCovered() ? null : drawingShortcutOf(event);
    if (!key) return;
    event.preventDefault();
    act(key);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
