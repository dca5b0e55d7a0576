import { useEffectEvent, useLayoutEffect } from 'react';
import { useDialogLayer } from './layers';

/** Handles keys wherever the focus is, because the frame of a dialog or page receives none. Ignored under a ring or a call. */
export function useWindowShortcuts(acts: Readonly<Record<string, () => void>>) {
  const layer = useDialogLayer();
  const onKey = useEffectEvent(({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    // With these the browser zooms the page.
    if (!ctrlKey && !metaKey && !layer.inert) acts[key]?.();
  });
  // A layout effect: keys act as soon as the picture is there. An effect may run a frame later on a busy machine.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
