/**
 * Transport: carries picture, sound and peer messages between the participants of one call. `mesh/` connects browsers
 * directly, `livekit/` goes through a media server.
 */
import type { DescribedLink, Participant, PeerMessage, PictureLevel, Signal } from '@earth/contracts';
import type { LinkQuality, LinkTrust, MediaServerUse } from '../view';

/** Another participant who is connected, or about to be. */
export interface Peer {
  readonly contactId: string;
  readonly link: LinkQuality;
  readonly trust: LinkTrust;
  /** The public key that the link is signed with. */
  readonly signedBy: string | null;
  /** What they send arrives, and cannot be decrypted. */
  readonly isUndecryptable: boolean;
  /** The peer has described its end, so that a way to it is looked for. */
  readonly isDescribed: boolean;
  /** The received media; null: none yet. The same object as long as the peer is the same page. */
  readonly stream: MediaStream | null;
  /** Whether sound and picture are sent: as the peer announces, or, before that, as they arrive. */
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
  /** How far the picture to them is reduced for a weak link, and theirs to the user. */
  readonly sentLevel: PictureLevel;
  readonly receivedLevel: PictureLevel;
}

export type Description = NonNullable<Signal['description']>;
/** From which page to which page a description goes. */
export type Route = Pick<DescribedLink, 'from' | 'to' | 'session' | 'toSession'>;

/** What is sealed: the description of a link, or a signal with keys, whose body stands in the place of the SDP. */
export interface Sealable {
  readonly type: string;
  readonly sdp?: string | undefined;
  readonly seal?: string | undefined;
}

/** Seals and checks the descriptions of links, so that the server cannot sit between two pages unnoticed. */
export interface DescriptionSeals {
  /** The description with the user's signature, or without one if this device cannot sign. */
  seal<Described extends Sealable>(description: Described, route: Route): Promise<Described & Pick<Sealable, 'seal'>>;
  /** Checks a description that has arrived. Rejects if the sender's key cannot be had now. */
  check(description: Sealable, route: Route): Promise<CheckedDescription>;
}

export interface CheckedDescription {
  /** `forged`: it must not be used. Null: nothing is checked. */
  readonly trust: LinkTrust;
  /** The sender's public key, by which it was checked. */
  readonly key: string | null;
}

/** The messages that the transport passes on; what a link says of itself stays with the link. */
export type PassedMessage = Exclude<PeerMessage, { type: 'pictureLevel' | 'keyFrame' }>;

/** The tracks that are sent. Null sends nothing, and keeps the connection. */
export interface LocalTracks {
  readonly audio: MediaStreamTrack | null;
  readonly video: MediaStreamTrack | null;
}

/** In pixels of the screen. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface TransportEvents {
  /** The page has joined; called again after each reconnection. */
  connected(): void;
  peerJoined(contactId: string): void;
  /**
   * @param peer as it was at last
   * @param isLost the link broke and could not be restored
   */
  peerLeft(peer: Peer, isLost: boolean): void;
  /**
   * Messages reach a peer, or reach it again.
   * @param isSamePage it was reached before: what it has said holds still
   */
  reachable(contactId: string, isSamePage: boolean): void;
  /** A valid message has arrived; invalid ones are dropped. `from` is the sender by signalling. */
  message(from: string, message: PassedMessage): void;
  /** A peer's link, stream, sound or picture has changed. */
  changed(): void;
  /** The token has expired or is not accepted: a new one is needed. */
  refused(): void;
  /** Another page of the same user has replaced this one. */
  replaced(): void;
}

export interface EngineOptions {
  readonly callId: string;
  /** The user's contact id. */
  readonly me: string;
  readonly seals: DescriptionSeals;
  readonly events: TransportEvents;
}

export interface CallTransport {
  /** Joins, or joins again with a new token without losing a link. The local tracks may be set later. */
  join(participant: Participant): void;
  /** Leaves, and closes every link. */
  leave(): void;
  /** Takes effect at once, without a new negotiation. */
  setTracks(tracks: LocalTracks): void;
  /** Sends to all peers whose data channel is open, or to one of them. */
  send(message: PeerMessage, to?: string): void;
  /** Drops the link to a contact who is no longer in the call, as the server says. */
  drop(contactId: string): void;
  /** How large the picture of a contact is shown, so that a media server may send a smaller one; null: it is needed whole. */
  setPictureSize(contactId: string, size: PictureSize | null): void;
  peers(): readonly Peer[];
  mediaServer(): MediaServerUse;
}

/** The video track received from a contact. */
export const videoOf = (peers: readonly Peer[], contactId: string): MediaStreamTrack | undefined =>
  peers
    .find((peer) => peer.contactId === contactId)
    ?.stream?.getTracks()
    .find(({ kind }) => kind === 'video');
