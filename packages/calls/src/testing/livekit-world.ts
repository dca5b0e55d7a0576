/** The LiveKit engines of several people over a fake media server and a fake signalling server. */
import type { Contact, Participant } from '@earth/contracts';
import { SimulatedClock } from 'xstate';
import { createLiveKitTransport } from '../transport/livekit/livekit-transport';
import type { DescriptionSeals } from '../transport/transport';
import { createFakeStream } from './fake-media';
import { FakeMediaServer } from './fake-media-server';
import { FakeSignalingServer } from './fake-signaling-server';
import { giulia, luca, marco, participantOf } from './people';
import { settled } from './promises';

const CALL_ID = 'call-1';
export const SECOND = 1_000;
export const nameOf = (contactId: string) =>
  [luca, giulia, marco]
    .find(({ uniqueId }) => uniqueId === contactId)
    ?.name.split(' ')[0]
    ?.toLowerCase() ?? contactId;

/** Signs with the name of the sender: enough to see what is signed, and by whom. */
const seals: DescriptionSeals = {
  seal: async (description, route) => ({ ...description, seal: `${description.sdp} by ${route.from}` }),
  check: async ({ sdp, seal }, { from }) => {
    if (seal === undefined) return { trust: 'unsigned', key: null };
    return { trust: seal === `${sdp} by ${from}` ? 'signed' : 'forged', key: `key of ${from}` };
  },
};

/** Pages that enter one call by the LiveKit engine. */
export function createWorld() {
  const clock = new SimulatedClock();
  const signalling = new FakeSignalingServer(() => CALL_ID);
  const media = new FakeMediaServer();
  let pages = 0;
  const isIn = new Set<string>();

  async function page(contact: Contact, more: Partial<Participant> = {}) {
    const events: string[] = [];
    let changes = 0;
    const session = `session-${(pages += 1)}`;
    const transport = createLiveKitTransport(
      {
        realtime: signalling.connect(contact.uniqueId),
        clock: {
          now: () => clock.now(),
          setTimeout: (run, ms) => clock.setTimeout(run, ms),
          clearTimeout: (timer) => clock.clearTimeout(timer as number),
        },
        createMediaStream: createFakeStream,
        createId: () => session,
        loadMediaServer: async () => media.client(),
      },
      {
        callId: CALL_ID,
        me: contact.uniqueId,
        people: () => isIn.size,
        seals,
        events: {
          connected: () => void events.push('connected'),
          peerJoined: (id) => void events.push(`joined ${nameOf(id)}`),
          peerLeft: ({ contactId }, isLost) => void events.push(`${isLost ? 'lost' : 'left'} ${nameOf(contactId)}`),
          reachable: (id, isSamePage) => {
            events.push(`reachable ${nameOf(id)}`);
            if (isSamePage) events.push(`again ${nameOf(id)}`);
          },
          message: (id, message) => void events.push(`${message.type} from ${nameOf(id)}`),
          changed: () => void (changes += 1),
          refused: () => void events.push('refused'),
          replaced: () => void events.push('replaced'),
          unreachable: () => void events.push('unreachable'),
          meshWanted: (id) => void events.push(`meshWanted by ${nameOf(id)}`),
        },
      },
    );
    isIn.add(contact.uniqueId);
    transport.join(participantOf([], { provider: 'livekit', url: 'wss://livekit.example', ...more }));
    await settled();
    const room = media.rooms.at(-1);
    if (!room) throw new Error('No room was entered');
    return { transport, events, room, changes: () => changes, peerOf: (other: Contact) => linkTo(transport, other) };
  }

  async function pass(ms: number) {
    for (let passed = 0; passed < ms; passed += 250) {
      clock.increment(250);
      await settled();
    }
  }
  return { signalling, media, page, pass };
}

const linkTo = (transport: ReturnType<typeof createLiveKitTransport>, { uniqueId }: Contact) =>
  transport.peers().find(({ contactId }) => contactId === uniqueId);

/** Luca and Giulia, connected. */
export async function two() {
  const world = createWorld();
  const lucas = await world.page(luca);
  const giulias = await world.page(giulia);
  await world.pass(SECOND);
  return { ...world, lucas, giulias };
}
