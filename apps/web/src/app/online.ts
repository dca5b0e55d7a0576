/** What runs as long as somebody is signed in: the socket, the ping, and the lists kept fresh by what is pushed. */
import { api, realtime, session } from '../data';
import { keepWhatIsRead } from '../data/keeping';
import { notesKeeper } from '../data/notes';
import { keepPresent } from '../data/presence';
import { applyPush, refreshHistory, refreshPeople } from '../data/queries';
import { applyRoomFrame } from '../data/room-events';
import { refreshAllRooms } from '../data/room-queries';
import { startRoomSending } from '../data/room-sending';

function every(action: () => void, ms: number) {
  const timer = setInterval(action, ms);
  return () => clearInterval(timer);
}

/** Goes online, and gives the way back. */
export function goOnline(): () => void {
  const probe = () => realtime.probe();
  // The socket may have lived through what a call of the API did not.
  const wake = () => {
    probe();
    void notesKeeper.flush();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') wake();
  };
  // After a suspend or a change of the net a socket may only look open.
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', onVisible);
  const stops = [
    keepWhatIsRead(),
    realtime.onFrame((frame) => {
      applyRoomFrame(frame);
      if (frame.type !== 'push') return;
      // The server says so; asking it anything then ends the session here too, and nothing does where it was wrong.
      if (frame.messageType === 'SessionEnded') void api.getProfile().catch(() => undefined);
      else applyPush(frame);
    }),
    // Whatever happened while the socket was away is asked for again.
    realtime.onOpen(() => {
      refreshPeople();
      refreshHistory();
      refreshAllRooms();
      void notesKeeper.flush();
      // What was written before a reload goes now. Where its code does not come, the next connection asks again.
      void startRoomSending().catch(() => undefined);
    }),
    keepPresent({
      session: session.store.getState,
      isOnline: () => navigator.onLine,
      ping: () => api.ping(),
      probe,
      setInterval: every,
    }),
    () => window.removeEventListener('online', wake),
    () => document.removeEventListener('visibilitychange', onVisible),
  ];
  realtime.connect();
  return () => {
    realtime.disconnect();
    for (const stop of stops) stop();
  };
}
