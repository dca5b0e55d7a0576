/** What runs as long as a guest is in. */
import { api, realtime } from '../../../platform';
import { keepPagePresent } from '../../../platform/realtime/page-presence';

/** Goes online, and gives the way back. */
export function goOnline(): () => void {
  const stopListening = realtime.onFrame((frame) => {
    // The server says so; asking it anything then ends the session here too.
    if (frame.type === 'push' && frame.messageType === 'SessionEnded')
      void api.listOnlineCalls().catch(() => undefined);
  });
  // Nobody looks whether a guest is there.
  const goOffline = keepPagePresent({ ping: () => Promise.resolve() });
  return () => {
    goOffline();
    stopListening();
  };
}
