/** Addresses in messages of STUN, XORed with their header: some routers change addresses that they recognize (RFC 8489, 14.2). */
import { isIPv6 } from 'node:net';
import { MAGIC_COOKIE } from './stun';

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

const FAMILY = { ipv4: 1, ipv6: 2 } as const;
const ADDRESS_BYTES: Readonly<Record<number, number>> = { [FAMILY.ipv4]: 4, [FAMILY.ipv6]: 16 };

/** An IPv4 address without what a socket of both families writes before it. */
const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

export function encodeAddress({ address, port }: Endpoint, transactionId: Buffer): Buffer {
  const plain = unmapped(address);
  const bytes = isIPv6(plain) ? ipv6Bytes(plain) : Buffer.from(plain.split('.').map(Number));
  const value = Buffer.alloc(4);
  value.writeUInt8(bytes.length === 4 ? FAMILY.ipv4 : FAMILY.ipv6, 1);
  value.writeUInt16BE(port ^ (MAGIC_COOKIE >>> 16), 2);
  return Buffer.concat([value, xored(bytes, transactionId)]);
}

/** @returns the address with all its groups, or null if there is none */
export function decodeAddress(value: Buffer, transactionId: Buffer): Endpoint | null {
  if (value.length < 4 || value.length !== 4 + (ADDRESS_BYTES[value.readUInt8(1)] ?? 0)) return null;
  const bytes = xored(value.subarray(4), transactionId);
  const address =
    bytes.length === 4
      ? bytes.join('.')
      : Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(2 * group).toString(16)).join(':');
  return { address, port: value.readUInt16BE(2) ^ (MAGIC_COOKIE >>> 16) };
}

function xored(bytes: Buffer, transactionId: Buffer): Buffer {
  const mask = Buffer.alloc(16);
  mask.writeUInt32BE(MAGIC_COOKIE);
  transactionId.copy(mask, 4);
  return Buffer.from(bytes.map((byte, at) => byte ^ (mask[at] ?? 0)));
}

/** RFC 4291, 2.2; the zone of a link-local address is no part of it. */
function ipv6Bytes(text: string): Buffer {
  const [front = '', back] = (text.split('%')[0] ?? '').split('::');
  const groupsOf = (part: string) => part.split(':').filter((group) => group !== '');
  const [before, after] = [groupsOf(front), groupsOf(back ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex');
}
