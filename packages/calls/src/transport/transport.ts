/**
 * How picture, sound and peer messages travel between the people of one call. `mesh/` joins browsers to each other; a
 * provider with a server in the middle is another implementation of the same.
 */
import type { Participant, PeerMessage } from '@earth/contracts';
import type { LinkQuality } from '../view';

/** Somebody else in the room. */
export interface Peer {
  readonly contactId: string;
  readonly link: LinkQuality;
  /** What they send; null before there is any. The same object as long as the peer is the same page. */
  readonly stream: MediaStream | null;
  /** Whether sound and picture come: as the peer says, and before that, as they arrive. */
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
}

/** What one sends. Null is nothing, and the others stay in the room. */
export interface LocalTracks {
  readonly audio: MediaStreamTrack | null;
  readonly video: MediaStreamTrack | null;
}

export interface TransportEvents {
  /** One is in the room: each time, also after the net was away. */
  connected(): void;
  peerJoined(contactId: string): void;
  /** `isLost`: the link broke and could not be mended. */
  peerLeft(contactId: string, isLost: boolean): void;
  /** The way for messages to somebody is open. */
  reachable(contactId: string): void;
  /** The sender is who the server's signalling says. What cannot be understood never gets here. */
  message(from: string, message: PeerMessage): void;
  /** A peer's link, stream, sound or picture has changed. */
  changed(): void;
  /** The token does not open the room any more: a new one is wanted. */
  refused(): void;
  /** Another page of the same person has taken this one's place. */
  replaced(): void;
}

export interface CallTransport {
  /** Enters the room, or again with a new token, without losing a link. The local tracks may come later. */
  join(participant: Participant): void;
  /** Leaves the room and closes every link. */
  leave(): void;
  /** Takes effect at once and without a new negotiation. */
  setTracks(tracks: LocalTracks): void;
  /** To everybody who can be reached now, or to one of them. */
  send(message: PeerMessage, to?: string): void;
  /** Drops somebody who the server says is no longer in the call. */
  drop(contactId: string): void;
  peers(): readonly Peer[];
}

/** What is seen of somebody. */
export const videoOf = (peers: readonly Peer[], contactId: string): MediaStreamTrack | undefined =>
  peers
    .find((peer) => peer.contactId === contactId)
    ?.stream?.getTracks()
    .find(({ kind }) => kind === 'video');
