/** LiveKit's client with what its engine needs of cryptography: loaded when a call goes through LiveKit. */
import type { MediaServerClient } from '@earth/calls';
import { createPacketSealer, createPageKeys } from '@earth/crypto';
import { setLogLevel } from 'livekit-client';
import { createLiveKitRoom } from './livekit-room';

const KEY_BYTES = 32;

// By default it writes each step into the console, with the ids of people.
setLogLevel('error');

export const livekit: MediaServerClient = {
  createRoom: createLiveKitRoom,
  createPageKeys,
  createPacketSealer,
  createKey: () => crypto.getRandomValues(new Uint8Array(KEY_BYTES)),
};
