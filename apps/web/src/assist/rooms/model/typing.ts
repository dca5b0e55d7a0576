/** Typing indicators: who is typing in which room, and announcing the user's own typing. Nothing is stored. */
import { TYPING_MS } from '@earth/contracts';
import { createStore } from 'zustand/vanilla';
import { onSessionEnd, realtime } from '../../../platform';

/** The ids of the typing contacts, by room id. */
export const typingStore = createStore<Readonly<Record<string, readonly string[]>>>(() => ({}));

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const nobody: readonly string[] = [];
export const typingIn = (roomId: string) => typingStore.getState()[roomId] ?? nobody;

/** The contact's message has arrived. */
export function noteWritten(roomId: string, contactId: string) {
  const key = `${roomId} ${contactId}`;
  clearTimeout(timers.get(key));
  timers.delete(key);
  const left = typingIn(roomId).filter((one) => one !== contactId);
  if (left.length < typingIn(roomId).length) typingStore.setState({ [roomId]: left });
}

/** Without a repeated announcement in time, the contact counts as no longer typing. */
export function noteTyping(roomId: string, contactId: string) {
  const key = `${roomId} ${contactId}`;
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => noteWritten(roomId, contactId), 2 * TYPING_MS),
  );
  if (!typingIn(roomId).includes(contactId)) typingStore.setState({ [roomId]: [...typingIn(roomId), contactId] });
}

/** When, and in which room, typing was last announced. */
let said = { roomId: '', at: 0 };

/** Announces to the other members that the user is typing. */
export function announceTyping(roomUniqueId: string) {
  const now = Date.now();
  if (said.roomId === roomUniqueId && now - said.at < TYPING_MS) return;
  if (realtime.send({ type: 'typing', roomUniqueId })) said = { roomId: roomUniqueId, at: now };
}

/** The message was sent: the next character is announced at once. */
export function doneTyping() {
  said = { roomId: '', at: 0 };
}

onSessionEnd(() => {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  doneTyping();
  typingStore.setState({}, true);
});
