/** Who is writing just now, in which room; and saying that one does oneself. Nothing of it is stored. */
import { TYPING_MS } from '@earth/contracts';
import { createStore } from 'zustand/vanilla';
import { onSessionEnd, realtime } from '../../../platform';

/** By the rooms' ids: the contacts' ids. */
export const typingStore = createStore<Readonly<Record<string, readonly string[]>>>(() => ({}));

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const nobody: readonly string[] = [];
export const typingIn = (roomId: string) => typingStore.getState()[roomId] ?? nobody;

/** What somebody was writing has come. */
export function noteWritten(roomId: string, contactId: string) {
  const key = `${roomId} ${contactId}`;
  clearTimeout(timers.get(key));
  timers.delete(key);
  const left = typingIn(roomId).filter((one) => one !== contactId);
  if (left.length < typingIn(roomId).length) typingStore.setState({ [roomId]: left });
}

/** Whoever does not say so again in time does not write any more. */
export function noteTyping(roomId: string, contactId: string) {
  const key = `${roomId} ${contactId}`;
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => noteWritten(roomId, contactId), 2 * TYPING_MS),
  );
  if (!typingIn(roomId).includes(contactId)) typingStore.setState({ [roomId]: [...typingIn(roomId), contactId] });
}

/** When, and where, one last said so. */
let said = { roomId: '', at: 0 };

/** One writes: the others of the room see it. */
export function sayTyping(roomUniqueId: string) {
  const now = Date.now();
  if (said.roomId === roomUniqueId && now - said.at < TYPING_MS) return;
  if (realtime.send({ type: 'typing', roomUniqueId })) said = { roomId: roomUniqueId, at: now };
}

/** It is sent: the next letter is said at once. */
export function doneTyping() {
  said = { roomId: '', at: 0 };
}

onSessionEnd(() => {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  doneTyping();
  typingStore.setState({}, true);
});
