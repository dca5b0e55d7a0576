import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../logic/keys';
import { type DrawingKey, drawingKeyOf } from './drawing-keys';

/** A dialog over the call has the keys. */
const isCovered = () => document.querySelector('[role="dialog"][aria-modal="true"]:not([data-flights])') !== null;

export function useDrawingKeys(act: (key: DrawingKey) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = isTyping(event.target) || isCovered() ? null : drawingKeyOf(event);
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
