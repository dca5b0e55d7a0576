import type { CallView } from '@earth/calls';
import { useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { hasPlugin } from '../../../platform/native/shell';
import { telephone } from '../../../platform/native/telephone';
import { useScoped } from '../../../platform/session/scope-context';
import { useIsDesktop } from '../../../shared/use-media';
import { createSmallCall } from './small-call';

/** Whether the page shows the screen of a call and nothing else. */
function isCallScreen(view: CallView, smallId: string | null, isDesktop: boolean): boolean {
  switch (view.phase) {
    case 'incoming':
      // On a desktop, or a tablet, the ring is a card beside the page.
      return !isDesktop;
    case 'calling':
      return true;
    case 'inCall':
      return view.call.uniqueId !== smallId;
    case 'closed':
    case 'idle':
      return false;
  }
}

/** @returns a function that takes it back */
function allowOverLock(): () => void {
  let frame = requestAnimationFrame(() => {
    // At the second frame the first one is drawn.
    frame = requestAnimationFrame(() => telephone.setCallScreen(true));
  });
  return () => {
    cancelAnimationFrame(frame);
    telephone.setCallScreen(false);
  };
}

/**
 * Tells the phone when it may show the page over its lock screen: while a screen of a call is drawn, and hides everything else.
 * @param view that is rendered, which may be later than that of the session
 */
export function useCallScreen(view: CallView): void {
  const isDesktop = useIsDesktop();
  const smallId = useStore(useScoped(createSmallCall), ({ callId }) => callId);
  const isShown = hasPlugin('Telephone') && isCallScreen(view, smallId, isDesktop);
  // The page below is never drawn before the phone is told.
  useLayoutEffect(() => (isShown ? allowOverLock() : undefined), [isShown]);
}
