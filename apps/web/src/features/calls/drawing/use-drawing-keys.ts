import { useEffect, useEffectEvent } from 'react';
import { isCallCovered, isTyping } from '../../../app/keys';
import { type DrawingKey, drawingKeyOf } from './drawing-keys';

export function useDrawingKeys(act: (key: DrawingKey) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = isTyping(event.target) || isCallCovered() ? null : drawingKeyOf(event);
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
