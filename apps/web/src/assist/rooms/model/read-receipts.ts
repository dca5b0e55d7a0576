/** Read receipts: reports to the server up to which position the user has read each room. */
import { isPassing } from '../../../platform/http/api-error';
import { api, myId, onSessionEnd, realtime } from '../../../platform';
import { closeSeenNotifications } from '../../../platform/push/seen-notifications';
import { changeKnownRoom, knownConversation, knownRoom } from './room-queries';
import type { SessionScope } from '../../../platform/session/session-scope';

/** Retry interval while nothing reports that the network is back. */
const SAY_AGAIN_MS = 5_000;

/** The positions that this page has reported, or is reporting, by room id. */
const said = new Map<string, number>();
/** Reports that have failed. */
const unheard = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
onSessionEnd(() => {
  said.clear();
  unheard.clear();
  clearTimeout(timer);
  timer = undefined;
});

async function say(roomId: string, position: number): Promise<void> {
  try {
    await api.readRoomMessages({ id: roomId, read: true, position });
  } catch (error) {
    // The user has read on meanwhile, which is reported separately, or has signed out.
    if (said.get(roomId) !== position) return;
    // A refused report, for example of a room that the user has left, is not repeated.
    if (!isPassing(error)) return void said.delete(roomId);
    unheard.set(roomId, position);
    timer ??= setTimeout(retryFailed, SAY_AGAIN_MS);
  }
}

function retryFailed() {
  clearTimeout(timer);
  timer = undefined;
  const left = [...unheard];
  unheard.clear();
  for (const [roomId, position] of left) void say(roomId, position);
}
realtime.onOpen(retryFailed);

/** The user has seen the messages up to a position. */
export async function markRead(scope: SessionScope, roomId: string, position: number): Promise<void> {
  const room = knownRoom(scope, roomId);
  if (!room || position <= Math.max(room.readPosition, said.get(roomId) ?? 0)) return;
  said.set(roomId, position);
  unheard.delete(roomId);
  closeSeenNotifications(roomId);
  const me = myId();
  const unread = knownConversation(scope, roomId)?.messages.filter(
    (message) => message.position > position && message.sender.uniqueId !== me,
  );
  changeKnownRoom(scope, roomId, (known) => ({
    ...known,
    readPosition: position,
    unreadMessages: unread?.length ?? 0,
  }));
  await say(roomId, position);
}
