/** LiveKit's client with what its engine needs of cryptography: loaded when a call goes through LiveKit. */
import type { MediaServerClient } from '@earth/calls';
import { createPacketSealer, createPageKeys } from '@earth/crypto';
import { getLogger, LoggerNames, LogLevel } from 'livekit-client';
import { type ClientRoom, createClientRoom, createLiveKitRoom } from './livekit-room';

const KEY_BYTES = 32;

// By default it writes each step into the console, with the ids of people. Its own function would store the level on the device.
for (const name of Object.values(LoggerNames)) getLogger(name).setLevel(LogLevel.error, false);

export interface LiveKitClient extends MediaServerClient {
  /** Makes the next room in advance. @throws if this browser cannot encrypt frames */
  prepareRoom(me: string): void;
  /** Closes it, if nobody has taken it. */
  discardRoom(): void;
}

export function createLiveKitClient(): LiveKitClient {
  let prepared: ClientRoom | null = null;
  return {
    prepareRoom(me) {
      prepared ??= createClientRoom(me);
    },
    discardRoom() {
      prepared?.worker.terminate();
      prepared = null;
    },
    createRoom(me, events) {
      const clientRoom = prepared ?? createClientRoom(me);
      prepared = null;
      return createLiveKitRoom(me, events, clientRoom);
    },
    createPageKeys,
    createPacketSealer,
    createKey: () => crypto.getRandomValues(new Uint8Array(KEY_BYTES)),
  };
}
