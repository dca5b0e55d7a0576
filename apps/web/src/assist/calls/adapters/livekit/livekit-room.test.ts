import type { MediaRoomEvents } from '@earth/calls';
import { type RemoteTrackPublication, RoomEvent } from 'livekit-client';
import { expect, test, vi } from 'vitest';
import { type ClientRoom, canReceive, createLiveKitRoom } from './livekit-room';

const sends = new Map([['audio', {} as RemoteTrackPublication]]);

test('somebody can receive as soon as they send, or when the server says so', () => {
  expect(canReceive({ isActive: false, trackPublications: new Map() })).toBe(false);
  expect(canReceive({ isActive: false, trackPublications: sends })).toBe(true);
  expect(canReceive({ isActive: true, trackPublications: new Map() })).toBe(true);
});

/** LiveKit's client, in which the test says what happens. @param identity as which the server lets it in */
function fakeClient(identity: string) {
  const listeners = new Map<string, (...given: unknown[]) => void>();
  const disconnect = vi.fn<() => Promise<void>>().mockResolvedValue();
  const room = {
    localParticipant: { identity, getTrackPublications: () => [] },
    remoteParticipants: new Map(),
    disconnect,
    on(event: string, listener: (...given: unknown[]) => void) {
      listeners.set(event, listener);
      return room;
    },
  };
  const tell = (event: RoomEvent, ...given: unknown[]) => listeners.get(event)?.(...given);
  return { client: { room } as unknown as ClientRoom, disconnect, tell };
}

/** A page of Luca in the room of a server that calls him so. */
function enterAs(identity: string) {
  const { client, disconnect, tell } = fakeClient(identity);
  const changed = vi.fn<() => void>();
  const events = { changed, trackAdded: () => {}, trackRemoved: () => {}, data: () => {}, undecryptable: () => {} };
  createLiveKitRoom('luca', events, client);
  tell(RoomEvent.Connected);
  return [changed.mock.calls.length, disconnect.mock.calls.length];
}

test('a page to which the server gives the name of another leaves the room', () => {
  expect(enterAs('luca')).toEqual([1, 0]);
  expect(enterAs('giulia')).toEqual([0, 1]);
});

test('a frame that could not be decrypted is told with its sender', () => {
  const { client, tell } = fakeClient('luca');
  const undecryptable = vi.fn<(contactId: string) => void>();
  createLiveKitRoom('luca', { undecryptable } as unknown as MediaRoomEvents, client);
  tell(RoomEvent.EncryptionError, new Error('InvalidKey'), undefined);
  expect(undecryptable).not.toHaveBeenCalled();
  tell(RoomEvent.EncryptionError, new Error('InvalidKey'), { identity: 'giulia' });
  expect(undecryptable).toHaveBeenCalledWith('giulia');
});
