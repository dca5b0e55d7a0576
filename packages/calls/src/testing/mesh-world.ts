/** A room, the net under it, and the pages that enter it: what the tests of the mesh tell their stories with. */
import type { Contact, PeerMessage } from '@earth/contracts';
import { SimulatedClock } from 'xstate';
import { createMeshTransport } from '../transport/mesh/mesh-transport';
import type { CallTransport } from '../transport/transport';
import { asTrack, createFakeStream, FakeTrack } from './fake-media';
import { FakeNet, type FakePeerConnection } from './fake-peer-connection';
import { FakeRoomServer, type FakeSocket } from './fake-room-server';
import { CALL_ID, giulia, luca, marco, participantOf } from './people';
import { settled } from './promises';

const names = new Map([luca, giulia, marco].map(({ uniqueId, name }) => [uniqueId, name.split(' ')[0] ?? name]));
const short = (contactId: string) => names.get(contactId) ?? contactId;
export const hello: PeerMessage = { type: 'media', audio: true, video: true };

export interface Page {
  readonly transport: CallTransport;
  readonly socket: FakeSocket;
  readonly connections: FakePeerConnection[];
  /** What the room has told, but for `changed`. */
  readonly told: string[];
}

/** A room, the net under it, and pages that enter it. */
export function createWorld() {
  const clock = new SimulatedClock();
  const net = new FakeNet();
  const server = new FakeRoomServer(() => CALL_ID);
  let pages = 0;

  function page(contact: Contact, { withTracks = true, session = `session-${++pages}` } = {}): Page {
    const socket = server.connect(contact.uniqueId);
    const told: string[] = [];
    const connections: FakePeerConnection[] = [];
    const transport = createMeshTransport(
      {
        realtime: socket,
        clock,
        createPeerConnection: (configuration) => {
          const connection = net.create(configuration);
          connections.push(...net.connections.slice(-1));
          return connection;
        },
        createMediaStream: createFakeStream,
        createId: () => session,
      },
      {
        callId: CALL_ID,
        me: contact.uniqueId,
        events: {
          connected: () => void told.push('connected'),
          peerJoined: (id) => void told.push(`joined ${short(id)}`),
          peerLeft: (id, isLost) => void told.push(`${isLost ? 'lost' : 'left'} ${short(id)}`),
          reachable: (id) => void told.push(`reachable ${short(id)}`),
          message: (id, message) => void told.push(`${message.type} from ${short(id)}`),
          changed: () => {},
          refused: () => void told.push('refused'),
          replaced: () => void told.push('replaced'),
        },
      },
    );
    if (withTracks) transport.setTracks(tracksOf(short(contact.uniqueId)));
    return { transport, socket, connections, told };
  }

  async function enter(one: Page) {
    one.transport.join(participantOf([]));
    await settled();
    return one;
  }

  /** The caller is in the room before the other comes. */
  async function pair() {
    const caller = await enter(page(luca));
    const callee = await enter(page(giulia));
    return { caller, callee };
  }

  /** Time passes, and what it sets off comes to an end. */
  async function pass(ms: number) {
    for (let left = ms; left > 0; left -= 500) {
      clock.increment(Math.min(left, 500));
      await settled();
    }
  }

  return { net, server, page, enter, pair, pass };
}

export const tracksOf = (label: string) => ({
  audio: asTrack(new FakeTrack('audio', label)),
  video: asTrack(new FakeTrack('video', label)),
});
export const linkTo = (one: Page, contact: Contact) =>
  one.transport.peers().find(({ contactId }) => contactId === contact.uniqueId);
export const signalsOf = (one: Page) => one.socket.sent.flatMap((frame) => (frame.type === 'signal' ? [frame] : []));
export const sentBy = (one: Page) =>
  one.connections
    .at(-1)
    ?.getTransceivers()
    .map(({ sender }) => sender.track?.label ?? null);
export const offersOf = (one: Page) => one.connections.map(({ offers }) => offers);
export const clearTold = (...pages: readonly Page[]) => {
  for (const { told } of pages) told.length = 0;
};
