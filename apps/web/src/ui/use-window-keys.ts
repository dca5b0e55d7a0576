import { useEffect, useEffectEvent } from 'react';

/** Keys, wherever the focus is: the frame of a dialog or of a page takes none. */
export function useWindowKeys(acts: Readonly<Record<string, () => void>>) {
  const onKey = useEffectEvent(({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    // With these the browser makes the whole page larger.
    if (!ctrlKey && !metaKey) acts[key]?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
