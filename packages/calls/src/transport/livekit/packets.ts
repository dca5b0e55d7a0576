/**
 * Packets: peer messages as they go through the media server, sealed under the sender's media key. The server can neither read nor change
 * them, nor deliver one twice, late, or to somebody else.
 *
 * 1 byte: 1 if it is for one participant only, otherwise 0; 4 bytes: the number of the key; 8 bytes: the counter; then the sealed text.
 */
import type { Bytes, MediaServerClient, PacketSealer } from './media-room';
import type { NumberedKey } from './sender-keys';

const HEAD_BYTES = 13;
/** As many as of the frames: a packet may be sealed just before the key changes, and arrive after the next keys. */
const KEYS_KEPT = 16;

/** Whose packet it is. */
export interface PacketSender {
  readonly callId: string;
  readonly contactId: string;
  readonly session: string;
}

const labelOf = ({ callId, contactId, session }: PacketSender, to: string | undefined) =>
  [callId, contactId, session, to ?? ''].join('/');

export interface PacketWriter {
  setKey(key: NumberedKey): void;
  /** The numbers of packets follow the order of the calls. */
  write(text: string, to: string | undefined): Promise<Bytes>;
}

export function createPacketWriter(client: MediaServerClient, sender: PacketSender): PacketWriter {
  let sealer: Promise<PacketSealer> | null = null;
  let number = 0;
  let counter = 0;
  return {
    setKey(key) {
      number = key.number;
      sealer = client.createPacketSealer(key.key);
    },
    async write(text, to) {
      if (!sealer) throw new Error('No key to seal with');
      counter += 1;
      const head = new DataView(new ArrayBuffer(HEAD_BYTES));
      head.setUint8(0, to === undefined ? 0 : 1);
      head.setUint32(1, number);
      head.setBigUint64(5, BigInt(counter));
      const place = { counter, label: labelOf(sender, to) };
      const sealed = await (await sealer).seal(new TextEncoder().encode(text), place);
      const packet = new Uint8Array(HEAD_BYTES + sealed.length);
      packet.set(new Uint8Array(head.buffer));
      packet.set(sealed, HEAD_BYTES);
      return packet;
    },
  };
}

export interface PacketReader {
  addKey(key: NumberedKey): void;
  /** Null: it cannot be opened, or is not newer than the last one. */
  read(packet: Bytes): Promise<string | null>;
}

/** What must not be forgotten of a page, though the link to it ends: an old packet, or key, must not count again. */
export interface PageMemory {
  /** Of the last packet. */
  counter: number;
  /** The number of its newest key; 0: none yet. */
  keyNumber: number;
}

/** @param me the contact who reads */
export function createPacketReader(
  client: MediaServerClient,
  sender: PacketSender,
  me: string,
  memory: PageMemory,
): PacketReader {
  const sealers = new Map<number, Promise<PacketSealer>>();
  return {
    addKey({ number, key }) {
      sealers.set(number, client.createPacketSealer(key));
      const [oldest] = sealers.keys();
      if (sealers.size > KEYS_KEPT && oldest !== undefined) sealers.delete(oldest);
    },
    async read(packet) {
      if (packet.length <= HEAD_BYTES) return null;
      const head = new DataView(packet.buffer, packet.byteOffset, HEAD_BYTES);
      const counter = Number(head.getBigUint64(5));
      const sealer = await sealers.get(head.getUint32(1));
      if (!sealer || counter <= memory.counter) return null;
      const label = labelOf(sender, head.getUint8(0) === 1 ? me : undefined);
      const text = await sealer.open(packet.slice(HEAD_BYTES), { counter, label });
      if (!text) return null;
      memory.counter = counter;
      return new TextDecoder().decode(text);
    },
  };
}
