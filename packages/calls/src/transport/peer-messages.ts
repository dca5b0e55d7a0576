/** Codec of peer messages (A4.25–A4.28): JSON text on the data channel. What a peer sends is not trusted. */
import { decode, encode, PEER_MESSAGE_MAX, type PeerMessage, peerMessage } from '@earth/contracts';

export const encodePeerMessage = (message: PeerMessage): string => JSON.stringify(encode(peerMessage, message));

/** Null if it is not a known peer message: not text, too long, not JSON, or not valid by the contract. */
export function decodePeerMessage(data: unknown): PeerMessage | null {
  if (typeof data !== 'string' || data.length > PEER_MESSAGE_MAX) return null;
  try {
    const decoded = decode(peerMessage, JSON.parse(data));
    return decoded.success ? decoded.data : null;
  } catch {
    return null;
  }
}
