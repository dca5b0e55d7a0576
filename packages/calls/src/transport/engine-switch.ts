/**
 * The engine of a call, by the server's answer. If the media server cannot be reached and there are few people, the call goes from browser to
 * browser instead; then all of its pages must do so, and tell it to each page that still tries the media server.
 */
import { MESH_COMFORTABLE_PEOPLE, type Participant, type PeerMessage } from '@earth/contracts';
import { createLiveKitTransport, type LiveKitTransport } from './livekit/livekit-transport';
import { createMeshTransport } from './mesh/mesh-transport';
import type { CallTransport, EngineOptions, LocalTracks } from './transport';

type EnginePorts = Parameters<typeof createMeshTransport>[0] & Parameters<typeof createLiveKitTransport>[0];

export const createTransport = (
  ports: EnginePorts,
  { provider }: Pick<Participant, 'provider'>,
  options: SwitchOptions,
): CallTransport => (provider === 'livekit' ? createEngineSwitch(ports, options) : createMeshTransport(ports, options));

export interface SwitchOptions extends EngineOptions {
  /** How many are in the call, this page included, as the server lists them. */
  readonly people: () => number;
}

/** Through the media server, as long as that is possible. */
export function createEngineSwitch(ports: EnginePorts, options: SwitchOptions): CallTransport {
  let participant: Participant | null = null;
  let tracks: LocalTracks = { audio: null, video: null };
  let mesh: CallTransport | null = null;
  /** Who connects from browser to browser. */
  const withMesh = new Set<string>();

  const livekit: LiveKitTransport = createLiveKitTransport(ports, {
    ...options,
    events: {
      ...options.events,
      unreachable: () => {
        if (fitsMesh()) switchToMesh();
      },
      meshWanted: (contactId) => {
        withMesh.add(contactId);
        // Of more people than fit, one must not take the others along.
        if (fitsMesh() || livekit.peers().every((peer) => withMesh.has(peer.contactId))) switchToMesh();
      },
    },
  });
  const fitsMesh = () => options.people() <= MESH_COMFORTABLE_PEOPLE;
  const current = (): CallTransport => mesh ?? livekit;

  /** As another page of the same user, so that the others begin anew with it. */
  function switchToMesh() {
    if (mesh || !participant) return;
    livekit.stop();
    mesh = createMeshTransport(ports, options);
    mesh.setTracks(tracks);
    mesh.join(participant);
    options.events.changed();
  }

  return {
    join(joining) {
      participant = joining;
      current().join(joining);
    },
    leave: () => current().leave(),
    setTracks(local) {
      tracks = local;
      current().setTracks(local);
    },
    send: (message: PeerMessage, to?: string) => current().send(message, to),
    drop: (contactId) => current().drop(contactId),
    setPictureSize: (contactId, size) => current().setPictureSize(contactId, size),
    peers: () => current().peers(),
    mediaServer: () => (mesh ? 'replaced' : livekit.mediaServer()),
  };
}
