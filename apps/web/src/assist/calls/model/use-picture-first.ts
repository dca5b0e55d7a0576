import type { CallView } from '@earth/calls';
import { useEffect, useState } from 'react';

/** How long the screen of a call waits for the first picture over a link that is there. */
const PICTURE_MS = 700;
/** How long it waits for a link to anybody, who may be far away or behind a slow net. */
const LINK_MS = 4000;

/**
 * Whether the whole screen of the call is to be built. That takes as long as joining the call does, on the same thread:
 * the signals go first, then the picture alone, then what stands around it.
 * @returns What to call when there is a picture, too
 */
export function usePictureFirst(view: CallView): { readonly isScreenDue: boolean; readonly takePicture: () => void } {
  const [dueFor, setDueFor] = useState<string | null>(null);
  const callId = view.phase === 'inCall' ? view.call.uniqueId : null;
  const people = view.phase === 'inCall' ? view.people : [];
  const isLinking = people.length > 0 && people.every(({ link }) => link === 'connecting');
  const wait = isLinking ? LINK_MS : PICTURE_MS;
  useEffect(() => {
    if (callId === null) return;
    const timer = setTimeout(() => setDueFor(callId), wait);
    return () => clearTimeout(timer);
  }, [callId, wait]);
  return { isScreenDue: callId !== null && dueFor === callId, takePicture: () => setDueFor(callId) };
}
