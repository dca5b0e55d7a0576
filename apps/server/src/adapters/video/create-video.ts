/** The media side of calls as the settings say: LiveKit, or else the mesh. */
import type { Settings } from '../../config/settings';
import type { Bus } from '../bus/bus';
import type { CallPages } from './call-pages';
import type { IceServersFor } from './ice-servers';
import { createLiveKitTokens, type LiveKitKey } from './livekit-tokens';
import { createMeshVideo } from './mesh';
import { createRoomTokens } from './room-tokens';
import type { Video } from './video';

export interface LiveKit {
  readonly url: string;
  readonly key: LiveKitKey;
}

interface Deps {
  /** Signs the room tokens of the mesh. */
  readonly key: Uint8Array;
  readonly clock: { now(): Date };
  readonly iceServersFor: IceServersFor;
  readonly pages: CallPages;
  readonly bus: Bus;
  readonly onError: (error: unknown) => void;
}

/** Null: the mesh. The settings have all three or none. */
export const readLiveKit = ({ livekitUrl, livekitApiKey, livekitApiSecret }: Settings): LiveKit | null =>
  livekitUrl !== undefined && livekitApiKey !== undefined && livekitApiSecret !== undefined
    ? { url: livekitUrl, key: { name: livekitApiKey, secret: livekitApiSecret } }
    : null;

/** With LiveKit the pages of a call find each other as in the mesh, and exchange over the socket the keys that LiveKit must not have. */
export function createVideo(livekit: LiveKit | null, { key, clock, ...needs }: Deps): Video {
  if (!livekit) return createMeshVideo({ ...needs, tokens: createRoomTokens(key, clock) });
  const mesh = createMeshVideo({ ...needs, tokens: createLiveKitTokens(livekit.key, clock) });
  return {
    ...mesh,
    admit: async (pass) => ({ ...(await mesh.admit(pass)), provider: 'livekit', url: livekit.url }),
  };
}
