import { useEffect, useEffectEvent } from 'react';
import { useDialogLayer } from './layers';

/** Keys, wherever the focus is: the frame of a dialog or of a page takes none. Under a ring or a call they are not meant for it. */
export function useWindowKeys(acts: Readonly<Record<string, () => void>>) {
  const layer = useDialogLayer();
  const onKey = useEffectEvent(({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    // With these the browser makes the whole page larger.
    if (!ctrlKey && !metaKey && !layer.inert) acts[key]?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
