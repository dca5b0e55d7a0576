/**
 * Pieces of a peer message that is too large for one packet. Media servers carry 64,000 bytes at most, and so do some browsers with each other
 * (RFC 8841, 6.1: the default `max-message-size`). The pieces of one message arrive in order, with nothing between them.
 */
import { PEER_MESSAGE_MAX } from '@earth/contracts';

export const PACKET_BYTES_MAX = 60_000;
/** As bytes at most three times as many, and some for the piece around it. */
const PIECE_CHARS = 19_000;

interface Piece {
  readonly at: number;
  readonly of: number;
  readonly text: string;
}

/** The text itself if it fits, or its pieces. */
export function inPieces(text: string): readonly string[] {
  if (text.length * 3 <= PACKET_BYTES_MAX || new TextEncoder().encode(text).length <= PACKET_BYTES_MAX) return [text];
  const of = Math.ceil(text.length / PIECE_CHARS);
  return Array.from({ length: of }, (_, at) =>
    JSON.stringify({ type: 'piece', at, of, text: text.slice(at * PIECE_CHARS, (at + 1) * PIECE_CHARS) }),
  );
}

function readPiece(data: string): Piece | null {
  if (!data.startsWith('{"type":"piece"')) return null;
  try {
    const { at, of, text } = JSON.parse(data) as Record<keyof Piece, unknown>;
    return typeof at === 'number' && typeof of === 'number' && typeof text === 'string' ? { at, of, text } : null;
  } catch {
    return null;
  }
}

/** @returns joins what arrives of one peer: gives what is whole, and null for a piece whose message is not complete */
export function createPieces(): (data: unknown) => unknown {
  let joined = '';
  let next = 0;
  return (data) => {
    if (typeof data !== 'string') return data;
    const piece = readPiece(data);
    if (!piece) return data;
    if (piece.at === 0) joined = '';
    else if (piece.at !== next) return null;
    joined += piece.text;
    next = piece.at + 1;
    if (joined.length > PEER_MESSAGE_MAX) next = -1;
    if (next < piece.of) return null;
    const whole = joined;
    joined = '';
    next = -1;
    return whole;
  };
}
