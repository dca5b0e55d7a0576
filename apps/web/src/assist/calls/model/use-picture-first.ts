import type { CallView } from '@earth/calls';
import { useEffect, useState } from 'react';

/** How long the call screen waits for the first picture when there is a link. */
const PICTURE_MS = 700;
/** How long it waits for a link, which may be slow. */
const LINK_MS = 4000;

/**
 * Whether the whole call screen may be built. Building it takes as long as joining the call, on the same thread: signalling
 * goes first, then the picture alone, then the rest of the screen.
 * @returns also a function to be called when there is a picture
 */
export function usePictureFirst(view: CallView): { readonly isScreenDue: boolean; readonly handlePicture: () => void } {
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
  return { isScreenDue: callId !== null && dueFor === callId, handlePicture: () => setDueFor(callId) };
}
