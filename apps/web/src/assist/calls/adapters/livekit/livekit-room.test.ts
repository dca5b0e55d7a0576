import { type RemoteTrackPublication, RoomEvent } from 'livekit-client';
import { expect, test, vi } from 'vitest';
import { canReceive, type ClientRoom, createLiveKitRoom } from './livekit-room';

const sends = new Map([['audio', {} as RemoteTrackPublication]]);

test('somebody can receive as soon as they send, or when the server says so', () => {
  expect(canReceive({ isActive: false, trackPublications: new Map() })).toBe(false);
  expect(canReceive({ isActive: false, trackPublications: sends })).toBe(true);
  expect(canReceive({ isActive: true, trackPublications: new Map() })).toBe(true);
});

/** A page of Luca in the room of a server that calls him so. */
function enterAs(identity: string) {
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
  const changed = vi.fn<() => void>();
  const events = { changed, trackAdded: () => {}, trackRemoved: () => {}, data: () => {} };
  createLiveKitRoom('luca', events, { room } as unknown as ClientRoom);
  listeners.get(RoomEvent.Connected)?.();
  return [changed.mock.calls.length, disconnect.mock.calls.length];
}

test('a page to which the server gives the name of another leaves the room', () => {
  expect(enterAs('luca')).toEqual([1, 0]);
  expect(enterAs('giulia')).toEqual([0, 1]);
});
