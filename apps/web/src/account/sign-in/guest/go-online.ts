/** Runs while a guest's session is active. */
import { api, realtime } from '../../../platform';
import { keepPagePresent } from '../../../platform/realtime/page-presence';

/**
 * Connects.
 * @returns a function that disconnects
 */
export function goOnline(): () => void {
  const stopListening = realtime.onFrame((frame) => {
    // Not trusted blindly: a request then ends the session here too if the server confirms it with a 401.
    if (frame.type === 'push' && frame.messageType === 'SessionEnded')
      void api.listOnlineCalls().catch(() => undefined);
  });
  // Guests have no presence, so there is no ping.
  const goOffline = keepPagePresent({ ping: () => Promise.resolve() });
  return () => {
    goOffline();
    stopListening();
  };
}
