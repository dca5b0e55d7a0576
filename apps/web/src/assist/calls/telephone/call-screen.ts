import type { CallView } from '@earth/calls';

/**
 * Whether the page shows the screen of a call and nothing else. Only then it may be over the lock screen of the phone.
 * @param smallId the call that the user has made small
 * @param isDesktop wide enough for a ring beside the page
 */
export function isCallScreen(view: CallView, smallId: string | null, isDesktop: boolean): boolean {
  switch (view.phase) {
    case 'incoming':
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
