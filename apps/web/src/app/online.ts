/** What runs as long as somebody is signed in: the socket, the ping, and the lists kept fresh by what is pushed. */
import { api, realtime } from '../platform';
import { catchUp } from '../assist/rooms/model/catch-up';
import { startCacheWriter } from './cache-writer';
import { notesKeeper } from '../assist/call-details/model/notes';
import { keepPagePresent } from '../platform/realtime/page-presence';
import { applyPush, refreshHistory, refreshPeople } from '../shared/queries';
import { applyRoomFrame } from '../assist/rooms/model/room-events';
import { refreshAllRooms } from '../assist/rooms/model/room-queries';
import { startRoomSending } from '../assist/rooms/model/room-sending';

/** Goes online, and gives the way back. */
export function goOnline(): () => void {
  const stops = [
    startCacheWriter(),
    catchUp(),
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
  ];
  const goOffline = keepPagePresent({
    ping: () => api.ping(),
    // The socket may have lived through what a call of the API did not.
    onWake: () => void notesKeeper.flush(),
  });
  return () => {
    goOffline();
    for (const stop of stops) stop();
  };
}
