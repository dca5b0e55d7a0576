/** Signalling server, network and pages for the tests of the mesh. */
import type { Contact, PeerMessage } from '@earth/contracts';
import { SimulatedClock } from 'xstate';
import { createMeshTransport } from '../transport/mesh/mesh-transport';
import type { CallTransport, Description } from '../transport/transport';
import { asTrack, createFakeStream, FakeTrack } from './fake-media';
import { FakeNet, type FakePeerConnection } from './fake-peer-connection';
import { FakeSignalingServer, type FakeSocket } from './fake-signaling-server';
import { CALL_ID, giulia, luca, marco, participantOf } from './people';
import { settled } from './promises';

const names = new Map([luca, giulia, marco].map(({ uniqueId, name }) => [uniqueId, name.split(' ')[0] ?? name]));
const short = (contactId: string) => names.get(contactId) ?? contactId;
export const hello: PeerMessage = { type: 'media', audio: true, video: true };

export interface Page {
  readonly transport: CallTransport;
  readonly socket: FakeSocket;
  readonly connections: FakePeerConnection[];
  /** The events of the transport, except `changed`. */
  readonly events: string[];
}

/** A signalling server, a network, and pages that join. */
export function createWorld() {
  const clock = new SimulatedClock();
  const net = new FakeNet();
  const server = new FakeSignalingServer(() => CALL_ID);
  let pages = 0;

  function page(
    contact: Contact,
    {
      withTracks = true,
      session = `session-${++pages}`,
      seal = async (description: Description): Promise<Description> => description,
    } = {},
  ): Page {
    const socket = server.connect(contact.uniqueId);
    const events: string[] = [];
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
        seals: {
          seal: async (description) => ({ ...description, ...(await seal(description as Description)) }),
          check: async () => ({ trust: null, key: null }),
        },
        events: {
          connected: () => void events.push('connected'),
          peerJoined: (id) => void events.push(`joined ${short(id)}`),
          peerLeft: ({ contactId }, isLost) => void events.push(`${isLost ? 'lost' : 'left'} ${short(contactId)}`),
          reachable: (id) => void events.push(`reachable ${short(id)}`),
          message: (id, message) => void events.push(`${message.type} from ${short(id)}`),
          changed: () => {},
          refused: () => void events.push('refused'),
          replaced: () => void events.push('replaced'),
        },
      },
    );
    if (withTracks) transport.setTracks(tracksOf(short(contact.uniqueId)));
    return { transport, socket, connections, events };
  }

  async function enter(one: Page) {
    one.transport.join(participantOf([]));
    await settled();
    return one;
  }

  /** Two pages, of which the caller joins first. */
  async function pair() {
    const caller = await enter(page(luca));
    const callee = await enter(page(giulia));
    return { caller, callee };
  }

  /** Advances the clock, and waits for what it causes. */
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
export const clearEvents = (...pages: readonly Page[]) => {
  for (const { events } of pages) events.length = 0;
};
