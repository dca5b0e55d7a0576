/** Fake media server: who is in the room, whose media are requested, and packets passed on. Its cryptography is only as good as it must be. */
import type { Arrivals } from '../transport/arrival-watch';
import {
  type Bytes,
  type MediaRoomEvents,
  type MediaServerClient,
  type PacketPlace,
  RoomRefusal,
  type RoomState,
} from '../transport/livekit/media-room';
import type { PicturePreference } from '@earth/contracts';
import type { PictureSize } from '../transport/transport';

const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const toBytes = (text: string): Bytes => new TextEncoder().encode(text);

/** What a test sees of a page's room. */
export interface FakeRoom {
  readonly contactId: string;
  readonly events: MediaRoomEvents;
  /** Contact → numbers of the keys that were set for their media. */
  readonly keysOf: Map<string, number[]>;
  readonly ownKeys: number[];
  keyFrames: number;
  readonly received: Set<string>;
  readonly sizes: Map<string, PictureSize | null>;
  wantsVideo: boolean;
  /** What the others wish of its picture. */
  prefers: PicturePreference | null;
  /** Its link does not bear its picture. */
  isPictureLimited: boolean;
  arrivals: Arrivals | null;
  state: RoomState;
  /** As it was last connected. */
  receivesAll: boolean;
}

export class FakeMediaServer {
  readonly rooms: FakeRoom[] = [];
  isReachable = true;
  /** The contacts who cannot reach it. */
  readonly unreachableFor = new Set<string>();
  readonly refusedTokens = new Set<string>();
  /** The tokens with which pages have tried to connect. */
  readonly tokens: string[] = [];
  /** Whoever leads it sees every packet, and decides what is delivered. */
  deliver: (packet: Bytes, from: string, to: string) => readonly Bytes[] = (packet) => [packet];
  #made = 0;

  /** A page's own client. */
  client(): MediaServerClient {
    return {
      createRoom: (me, events) => this.#createRoom(me, events),
      createPageKeys: async () => {
        const publicKey = `page-${(this.#made += 1)}`;
        return {
          publicKey,
          wrap: async (key, other, route) => JSON.stringify({ key: [...key], from: publicKey, to: other, route }),
          unwrap: async (wrapped, other, route) => {
            const { key, from, to, route: wrappedFor } = JSON.parse(wrapped) as Record<string, unknown>;
            const isMine = from === other && to === publicKey && JSON.stringify(wrappedFor) === JSON.stringify(route);
            return isMine ? new Uint8Array(key as number[]) : null;
          },
        };
      },
      createPacketSealer: async (key) => {
        const tagOf = ({ counter, label }: PacketPlace, text: string) =>
          [...key, counter, label, text.length, text.slice(-20)].join(' ');
        return {
          seal: async (bytes, place) => toBytes(`${tagOf(place, toText(bytes))}\n${toText(bytes)}`),
          open: async (sealed, place) => {
            const [tag, text = ''] = toText(sealed).split('\n');
            return tag === tagOf(place, text) ? toBytes(text) : null;
          },
        };
      },
      createKey: () => new Uint8Array([(this.#made += 1)]),
    };
  }

  /** A contact's connection breaks, or is back. */
  setConnected(contactId: string, isConnected: boolean) {
    for (const room of this.rooms) if (room.contactId === contactId) room.state = isConnected ? 'connected' : 'closed';
    this.#notify();
  }

  #isIn = (contactId: string) => this.rooms.some((room) => room.contactId === contactId && room.state === 'connected');

  #notify() {
    for (const room of this.rooms) room.events.changed();
  }

  #createRoom(contactId: string, events: MediaRoomEvents): ReturnType<MediaServerClient['createRoom']> {
    const room: FakeRoom = {
      contactId,
      events,
      keysOf: new Map(),
      ownKeys: [],
      keyFrames: 0,
      received: new Set(),
      sizes: new Map(),
      wantsVideo: true,
      prefers: null,
      isPictureLimited: false,
      arrivals: null,
      state: 'closed',
      receivesAll: false,
    };
    this.rooms.push(room);
    return {
      connect: async (_, token, receivesAll) => {
        room.receivesAll = receivesAll;
        this.tokens.push(token);
        if (!this.isReachable || this.unreachableFor.has(contactId)) throw new Error('Unreachable');
        if (this.refusedTokens.has(token)) throw new RoomRefusal('Refused');
        room.state = 'connected';
        this.#notify();
      },
      state: () => room.state,
      answers: () => room.state === 'connected' && this.isReachable,
      has: this.#isIn,
      isWeak: () => false,
      setTracks: () => {},
      prefer: (prefers) => {
        room.prefers = prefers;
      },
      isPictureLimited: async () => room.isPictureLimited,
      sendKeyFrame: () => {
        room.keyFrames += 1;
      },
      setKeyOf: (id, number) => void room.keysOf.set(id, [...(room.keysOf.get(id) ?? []), number]),
      setOwnKey: (number) => void room.ownKeys.push(number),
      receive: (id) => void room.received.add(id),
      forget: (id) => void room.received.delete(id),
      setPictureSize: (id, size) => void room.sizes.set(id, size),
      setWantsVideo: (wanted) => {
        room.wantsVideo = wanted;
      },
      send: async (packet, to) => {
        for (const id of to)
          for (const other of this.rooms)
            if (other.contactId === id && other.state === 'connected')
              for (const delivered of this.deliver(packet, contactId, id)) other.events.data(contactId, delivered);
      },
      arrivals: async () => room.arrivals,
      close: () => {
        room.state = 'closed';
        this.rooms.splice(this.rooms.indexOf(room), 1);
        this.#notify();
      },
    };
  }
}
