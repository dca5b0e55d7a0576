import type { CallView } from '@earth/calls';
import { useEffect, useState } from 'react';

/** How long the screen of a call waits for the first picture. */
const PICTURE_FIRST_MS = 700;

/**
 * Whether the whole screen of the call is to be built. That takes as long as joining the call does, on the same thread:
 * the signals go first, then the picture alone, then what stands around it.
 * @returns What to call when there is a picture, too
 */
export function usePictureFirst(view: CallView): { readonly isScreenDue: boolean; readonly takePicture: () => void } {
  const [dueFor, setDueFor] = useState<string | null>(null);
  const callId = view.phase === 'inCall' ? view.call.uniqueId : null;
  useEffect(() => {
    if (callId === null) return;
    const timer = setTimeout(() => setDueFor(callId), PICTURE_FIRST_MS);
    return () => clearTimeout(timer);
  }, [callId]);
  return { isScreenDue: callId !== null && dueFor === callId, takePicture: () => setDueFor(callId) };
}
