/** Runs while a user is signed in: the socket, the ping, and cache updates from pushed events. */
import { api, realtime } from '../platform';
import { catchUp } from '../assist/rooms/model/catch-up';
import { startCacheWriter } from './cache-writer';
import { isPictureEvent, syncProfilePictures } from './profile-pictures';
import { createNotes } from '../assist/call-details/model/notes';
import { keepPagePresent } from '../platform/realtime/page-presence';
import { applyPush, refreshHistory, refreshPeople } from '../shared/queries';
import { applyRoomFrame } from '../assist/rooms/model/room-events';
import { refreshAllRooms } from '../assist/rooms/model/room-queries';
import { startRoomSending } from '../assist/rooms/model/room-sending';
import type { SessionScope } from '../platform/session/session-scope';

/**
 * Starts it.
 * @returns a function that stops it
 */
export function goOnline(scope: SessionScope): () => void {
  const stops = [
    startCacheWriter(scope),
    catchUp(scope),
    realtime.onFrame((frame) => {
      applyRoomFrame(scope, frame);
      if (frame.type !== 'push') return;
      // Not trusted blindly: a request then ends the session here too if the server confirms it with a 401.
      if (frame.messageType === 'SessionEnded') void api.getProfile().catch(() => undefined);
      else applyPush(scope, frame);
      if (isPictureEvent(frame)) syncProfilePictures(scope, frame);
    }),
    // Refetches whatever changed while the socket was disconnected.
    realtime.onOpen(() => {
      refreshPeople(scope);
      refreshHistory(scope);
      refreshAllRooms(scope);
      void scope.get(createNotes).flush();
      syncProfilePictures(scope);
      // Sends what was written before a reload. If the code fails to load, the next connection tries again.
      void startRoomSending(scope).catch(() => undefined);
    }),
  ];
  const goOffline = keepPagePresent({
    ping: () => api.ping(),
    // The socket may have survived an interruption that a request did not.
    onWake: () => void scope.get(createNotes).flush(),
  });
  return () => {
    goOffline();
    for (const stop of stops) stop();
  };
}
