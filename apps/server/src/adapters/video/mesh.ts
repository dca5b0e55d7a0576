/** Mesh: video directly between browsers (WebRTC). The server only forwards the signalling and sees no media. */
import type { Bus } from '../bus/bus';
import { MeshSignalling } from './mesh-signalling';
import type { CallPages } from './call-pages';
import type { IceServersFor } from './ice-servers';
import type { RoomTokens } from './room-tokens';
import type { Video } from './video';

interface Deps {
  readonly tokens: RoomTokens;
  readonly iceServersFor: IceServersFor;
  readonly pages: CallPages;
  readonly bus: Bus;
  readonly onError: (error: unknown) => void;
}

export function createMeshVideo({ tokens, iceServersFor, ...needs }: Deps): Video {
  const rooms = new MeshSignalling(needs);
  return {
    async admit(pass) {
      return {
        provider: 'mesh',
        token: await tokens.issue(pass),
        iceServers: iceServersFor(pass.contactId),
      };
    },
    isConnected: (pass) => rooms.isConnected(pass),
    remove: (callId, contactId) => rooms.remove(callId, contactId),
    close: (callId) => rooms.close(callId),
    readToken: (token) => tokens.read(token),
    mesh: rooms,
  };
}
