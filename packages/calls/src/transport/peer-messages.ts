/** Peer messages as they travel (A4.25–A4.28): JSON text over the data channel. Nobody vouches for what a peer sends. */
import { decode, encode, PEER_MESSAGE_MAX, type PeerMessage, peerMessage } from '@earth/contracts';

export const encodePeerMessage = (message: PeerMessage): string => JSON.stringify(encode(peerMessage, message));

/** Null where it is no peer message that we know: not text, too long, not JSON, or not as the contract wants it. */
export function decodePeerMessage(data: unknown): PeerMessage | null {
  if (typeof data !== 'string' || data.length > PEER_MESSAGE_MAX) return null;
  try {
    const decoded = decode(peerMessage, JSON.parse(data));
    return decoded.success ? decoded.data : null;
  } catch {
    return null;
  }
}
