/** What runs as long as a guest is in: the socket, and a look at it now and then. */
import { api, realtime, session } from '../../../data';
import { keepPresent } from '../../../data/presence';

function every(action: () => void, ms: number) {
  const timer = setInterval(action, ms);
  return () => clearInterval(timer);
}

/** Goes online, and gives the way back. */
export function goOnline(): () => void {
  const probe = () => realtime.probe();
  // After a suspend or a change of the net a socket may only look open.
  window.addEventListener('online', probe);
  document.addEventListener('visibilitychange', probe);
  const stops = [
    // The server says so; asking it anything then ends the session here too.
    realtime.onFrame((frame) => {
      if (frame.type === 'push' && frame.messageType === 'SessionEnded')
        void api.listOnlineCalls().catch(() => undefined);
    }),
    keepPresent({
      session: session.store.getState,
      isOnline: () => navigator.onLine,
      // Nobody looks whether a guest is there.
      ping: () => Promise.resolve(),
      probe,
      setInterval: every,
    }),
    () => window.removeEventListener('online', probe),
    () => document.removeEventListener('visibilitychange', probe),
  ];
  realtime.connect();
  return () => {
    realtime.disconnect();
    for (const stop of stops) stop();
  };
}
