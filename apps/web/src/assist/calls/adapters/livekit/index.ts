/** LiveKit's client with what its engine needs of cryptography: loaded when a call goes through LiveKit. */
import type { MediaServerClient } from '@earth/calls';
import { createPacketSealer, createPageKeys } from '@earth/crypto';
import { getLogger, LoggerNames, LogLevel } from 'livekit-client';
import { createLiveKitRoom } from './livekit-room';

const KEY_BYTES = 32;

// By default it writes each step into the console, with the ids of people. Its own function would store the level on the device.
for (const name of Object.values(LoggerNames)) getLogger(name).setLevel(LogLevel.error, false);

export const livekit: MediaServerClient = {
  createRoom: createLiveKitRoom,
  createPageKeys,
  createPacketSealer,
  createKey: () => crypto.getRandomValues(new Uint8Array(KEY_BYTES)),
};
