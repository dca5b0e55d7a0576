/** Says to the server up to where one has read its rooms. */
import { isPassing } from '../../../platform/http/api-error';
import { api, myId, onSessionEnd, realtime } from '../../../platform';
import { closeSeenNotifications } from '../../../platform/push/seen-notifications';
import { changeKnownRoom, knownConversation, knownRoom } from './room-queries';

/** How long it waits before it is said again, where nothing says that the net is back. */
const SAY_AGAIN_MS = 5_000;

/** By the rooms' ids: up to where this page has said that they were read, or is about to. */
const said = new Map<string, number>();
/** What of it the server did not hear. */
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
    // One has read on meanwhile, or is signed out: that is said by itself, or not at all.
    if (said.get(roomId) !== position) return;
    // What the server refuses, as of a room that one has left, is not said again.
    if (!isPassing(error)) return void said.delete(roomId);
    unheard.set(roomId, position);
    timer ??= setTimeout(sayAgain, SAY_AGAIN_MS);
  }
}

function sayAgain() {
  clearTimeout(timer);
  timer = undefined;
  const left = [...unheard];
  unheard.clear();
  for (const [roomId, position] of left) void say(roomId, position);
}
realtime.onOpen(sayAgain);

/** One has seen the messages up to a position. */
export async function markRead(roomId: string, position: number): Promise<void> {
  const room = knownRoom(roomId);
  if (!room || position <= Math.max(room.readPosition, said.get(roomId) ?? 0)) return;
  said.set(roomId, position);
  unheard.delete(roomId);
  closeSeenNotifications(roomId);
  const me = myId();
  const unread = knownConversation(roomId)?.messages.filter(
    (message) => message.position > position && message.sender.uniqueId !== me,
  );
  changeKnownRoom(roomId, (known) => ({ ...known, readPosition: position, unreadMessages: unread?.length ?? 0 }));
  await say(roomId, position);
}
