/** Typing indicators: who is typing in which room, and announcing the user's own typing. Nothing is stored. */
import { TYPING_MS } from '@earth/contracts';
import { createStore } from 'zustand/vanilla';
import { realtime } from '../../../platform';
import type { SessionScope } from '../../../platform/session/session-scope';

/** A message that is pasted and sent sooner is not announced: its reader would see the words for a moment only. */
const ANNOUNCE_AFTER_MS = 400;

const nobody: readonly string[] = [];

export function createTyping(scope: SessionScope) {
  /** The ids of the typing contacts, by room id. */
  const state = createStore<Readonly<Record<string, readonly string[]>>>(() => ({}));
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** When, and in which room, typing was last announced. */
  let announced = { roomId: '', at: 0 };
  let announcing: ReturnType<typeof setTimeout> | undefined;
  scope.onDispose(() => [...timers.values(), announcing].forEach((timer) => clearTimeout(timer)));
  const typingIn = (roomId: string) => state.getState()[roomId] ?? nobody;

  function clear(key: string) {
    clearTimeout(timers.get(key));
    timers.delete(key);
  }

  /** The contact's message has arrived. */
  function noteWritten(roomId: string, contactId: string) {
    clear(`${roomId} ${contactId}`);
    const left = typingIn(roomId).filter((one) => one !== contactId);
    if (left.length < typingIn(roomId).length) state.setState({ [roomId]: left });
  }

  return {
    state,
    typingIn,
    noteWritten,

    /** Without a repeated announcement in time, the contact counts as no longer typing. */
    noteTyping(roomId: string, contactId: string) {
      const key = `${roomId} ${contactId}`;
      clear(key);
      timers.set(
        key,
        setTimeout(() => noteWritten(roomId, contactId), 2 * TYPING_MS),
      );
      if (!typingIn(roomId).includes(contactId)) state.setState({ [roomId]: [...typingIn(roomId), contactId] });
    },

    /** Announces to the other members that the user is typing, unless the message is sent at once. */
    announce(roomUniqueId: string) {
      const now = Date.now();
      if (announced.roomId === roomUniqueId && now - announced.at < TYPING_MS) return;
      announced = { roomId: roomUniqueId, at: now };
      clearTimeout(announcing);
      announcing = setTimeout(() => {
        // Without a connection: with the next character.
        if (!realtime.send({ type: 'typing', roomUniqueId })) announced = { roomId: '', at: 0 };
      }, ANNOUNCE_AFTER_MS);
    },

    /** The message was sent: the next character begins another. */
    stopAnnouncing() {
      clearTimeout(announcing);
      announced = { roomId: '', at: 0 };
    },
  };
}
