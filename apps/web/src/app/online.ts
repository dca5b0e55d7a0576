/** Runs while a user is signed in: the socket, the ping, and cache updates from pushed events. */
import { api, realtime } from '../platform';
import { catchUp } from '../assist/rooms/model/catch-up';
import { startCacheWriter } from './cache-writer';
import { notesKeeper } from '../assist/call-details/model/notes';
import { keepPagePresent } from '../platform/realtime/page-presence';
import { applyPush, refreshHistory, refreshPeople } from '../shared/queries';
import { applyRoomFrame } from '../assist/rooms/model/room-events';
import { refreshAllRooms } from '../assist/rooms/model/room-queries';
import { startRoomSending } from '../assist/rooms/model/room-sending';

/**
 * Starts it.
 * @returns a function that stops it
 */
export function goOnline(): () => void {
  const stops = [
    startCacheWriter(),
    catchUp(),
    realtime.onFrame((frame) => {
      applyRoomFrame(frame);
      if (frame.type !== 'push') return;
      // Not trusted blindly: a request then ends the session here too if the server confirms it with a 401.
      if (frame.messageType === 'SessionEnded') void api.getProfile().catch(() => undefined);
      else applyPush(frame);
    }),
    // Refetches whatever changed while the socket was disconnected.
    realtime.onOpen(() => {
      refreshPeople();
      refreshHistory();
      refreshAllRooms();
      void notesKeeper.flush();
      // Sends what was written before a reload. If the code fails to load, the next connection tries again.
      void startRoomSending().catch(() => undefined);
    }),
  ];
  const goOffline = keepPagePresent({
    ping: () => api.ping(),
    // The socket may have survived an interruption that a request did not.
    onWake: () => void notesKeeper.flush(),
  });
  return () => {
    goOffline();
    for (const stop of stops) stop();
  };
}
