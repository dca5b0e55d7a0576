import { useEffect } from 'react';
import { isInShell, notePluginError } from '../../platform/native/shell';

/** Most browsers lock the screen only in full screen: then it turns as before. */
function note(error: unknown) {
  if (isInShell()) notePluginError(error);
}

/** Keeps the screen in its present orientation while `isOn`: what is drawn or pointed at must not turn away under the finger. */
export function useOrientationLock(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return undefined;
    const lock = import('../../platform/native/orientation').then(({ lockOrientation }) => lockOrientation());
    lock.catch(note);
    return () => {
      lock.then((release) => release().catch(note)).catch(() => undefined);
    };
  }, [isOn]);
}
