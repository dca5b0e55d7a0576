/** What the LiveKit engine needs of LiveKit's client and of cryptography: a port, whose implementation is loaded only when it is used. */
import type { PicturePreference } from '@earth/contracts';
import type { Arrivals } from '../arrival-watch';
import type { LocalTracks, PictureSize } from '../transport';

/** Bytes with a buffer of their own, the only kind that WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** `closed`: not connected, and only `connect` changes that. `replaced`: closed, because another page has entered under the same id. */
export type RoomState = 'closed' | 'replaced' | 'connecting' | 'connected' | 'reconnecting';

export interface MediaRoomEvents {
  /** The state of the room, who is in it, or the quality of somebody's connection has changed. */
  changed(): void;
  trackAdded(contactId: string, track: MediaStreamTrack): void;
  trackRemoved(contactId: string, track: MediaStreamTrack): void;
  data(contactId: string, bytes: Bytes): void;
  /** A frame of theirs could not be decrypted: a hint, not given for each. */
  undecryptable(contactId: string): void;
}

/** A room of the media server, entered under the contact's id. All media are encrypted for the other pages. */
export interface MediaRoom {
  /**
   * @param receivesAll everybody's media are requested as soon as there are any, without `receive`
   * @throws RoomRefusal if the token is not accepted; another error if the server cannot be reached
   */
  connect(url: string, token: string, receivesAll: boolean): Promise<void>;
  state(): RoomState;
  /** Its signals are connected. Media may go on for a while without. */
  answers(): boolean;
  /** The contact is in the room, and can receive. */
  has(contactId: string): boolean;
  isWeak(contactId: string): boolean;
  /** Takes effect without a new negotiation, if the kind was sent before. */
  setTracks(tracks: LocalTracks): void;
  /** What of the sent picture the browser is to reduce last; null: nothing. */
  prefer(prefers: PicturePreference | null): void;
  /** The link does not bear all sizes of the sent picture. False if none is sent. */
  isPictureLimited(): Promise<boolean>;
  /** Makes the next sent picture a whole one. */
  sendKeyFrame(): void;
  /** Media of others are encrypted with the key that they name by its number. */
  setKeyOf(contactId: string, number: number, key: Bytes): void;
  /** Own media are encrypted with this key from now on. */
  setOwnKey(number: number, key: Bytes): void;
  /** Requests a contact's media, which are not delivered before. */
  receive(contactId: string): void;
  /** Ends that, and forgets the keys of their media. */
  forget(contactId: string): void;
  /** Of the sizes that are sent, the smallest that fills this one is delivered; null: the largest. */
  setPictureSize(contactId: string, size: PictureSize | null): void;
  /** Pictures are not delivered if they are not wanted. */
  setWantsVideo(wantsVideo: boolean): void;
  /** Sends reliably and in order; lost if the room is not connected. Rejects if the connection breaks. */
  send(bytes: Bytes, to: readonly string[]): Promise<void>;
  arrivals(contactId: string): Promise<Arrivals | null>;
  close(): void;
}

/** The media server does not accept the token. */
export class RoomRefusal extends Error {
  override readonly name = 'RoomRefusal';
}

export interface PageRoute {
  readonly callUniqueId: string;
  readonly session: string;
  readonly toSession: string;
}

/** As in `@earth/crypto`. */
export interface PageKeys {
  readonly publicKey: string;
  wrap(key: Bytes, publicKey: string, route: PageRoute): Promise<string | null>;
  unwrap(wrapped: string, publicKey: string, route: PageRoute): Promise<Bytes | null>;
}

export interface PacketPlace {
  readonly counter: number;
  readonly label: string;
}

export interface PacketSealer {
  seal(bytes: Bytes, place: PacketPlace): Promise<Bytes>;
  open(sealed: Bytes, place: PacketPlace): Promise<Bytes | null>;
}

export interface MediaServerClient {
  createRoom(me: string, events: MediaRoomEvents): MediaRoom;
  createPageKeys(): Promise<PageKeys>;
  createPacketSealer(mediaKey: Bytes): Promise<PacketSealer>;
  /** 32 random bytes. */
  createKey(): Bytes;
}
