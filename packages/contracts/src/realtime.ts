/** Frames of `/realtime`. Nothing depends on one arriving: after each reconnect the client requests again. */
import * as z from 'zod/mini';
import { availability, call, callPic, contact, date, id, leaveReason } from './entities';
import { callMessage, roomMessage } from './messages';
import { room } from './rooms';
import { entity, fields } from './wire';

/** Content of each push (A7.49 to A7.52). */
const pushContents = {
  IncomingCall: entity({ call, caller: contact }),
  TargetRefused: entity({ callUniqueId: id, contactUniqueId: id }),
  EndedCall: entity({ callUniqueId: id, reason: z.optional(leaveReason) }),
  CallHandledByGroup: entity({ callUniqueId: id, contactUniqueId: z.nullable(id), deviceId: z.nullable(z.string()) }),
  /** The targets of the call changed. */
  TargetsChanged: entity({ callUniqueId: id }),
  CallMessage: entity({ callMessage }),
  /** To the senders of the messages, and of read ones to the reader: `contactUniqueId` has read, or received, them up to `position`. */
  CallMessagesRead: entity({ callUniqueId: id, contactUniqueId: id, date, position: z.int() }),
  CallMessagesDelivered: entity({ callUniqueId: id, contactUniqueId: id, position: z.int() }),
  CallPic: entity({ callPic }),
  CallPicDeleted: entity({ callUniqueId: id, picUniqueId: id }),
  /** Keys to earlier messages were added for the receiver, who should fetch what could not be read. */
  CallKeys: entity({ callUniqueId: id }),
  /** The receiver is in a new room, or was added to one. */
  RoomCreated: entity({ room }),
  /** People or subject of the room changed, or the receiver muted it on another device. */
  RoomChanged: entity({ roomUniqueId: id }),
  /** To all people of the room, the sender included, for their other devices. */
  RoomMessage: entity({ roomMessage }),
  /** To all people of the room: `contactUniqueId` has read, or received, the messages up to `position`. */
  MessagesRead: entity({ roomUniqueId: id, contactUniqueId: id, date, position: z.int() }),
  MessagesDelivered: entity({ roomUniqueId: id, contactUniqueId: id, position: z.int() }),
  /** The receiver left the room on another device. */
  RoomDeleted: entity({ roomUniqueId: id }),
  ContactAvailability: entity({ contactUniqueId: id, availability, inCall: z.boolean(), lastSeen: z.nullable(date) }),
  AddressBookChanged: entity({}),
  /** A contact from the address book or a room has a new key bundle. */
  KeysChanged: entity({ contactUniqueId: id }),
  /** The receiver can open another profile picture of this contact, or none any more. */
  ProfilePictureChanged: entity({ contactUniqueId: id }),
  SessionEnded: entity({}),
} as const;

type PushType = keyof typeof pushContents;
type PushContent<Type extends PushType> = z.infer<(typeof pushContents)[Type]>;

/** A push: the same two fields by socket, and later by Web Push, FCM and APNs. */
export type PushEvent = {
  [Type in PushType]: { readonly messageType: Type; readonly messageContent: PushContent<Type> };
}[PushType];

const pushFrame = <Type extends PushType>(messageType: Type) =>
  fields({ type: z.literal('push'), messageType: z.literal(messageType), messageContent: pushContents[messageType] });

/** Id of a page of a call: a reload makes a new one, a reconnected socket keeps it. It distinguishes a rejoin from a second person. */
const session = z.string().check(z.minLength(8), z.maxLength(64));

/** The sender's signature: see `DescribedLink`. Absent: the device cannot sign. */
const seal = z.optional(z.string().check(z.maxLength(128)));

/** SDP (RFC 8829) and ICE candidates (RFC 8838) as the browser makes them; `null` ends the candidates. */
const description = z.object({
  type: z.enum(['offer', 'answer', 'pranswer', 'rollback']),
  sdp: z.optional(z.string().check(z.maxLength(64 * 1024))),
  seal,
});

/**
 * Keys of the media that goes through a media server, which must not have them; from page to page, as `docs/calls.md` says. `body`: JSON;
 * `seal`: as that of a description, whose SDP is the body.
 */
const mediaKey = z.object({
  type: z.enum(['hello', 'key', 'received']),
  body: z.string().check(z.maxLength(1024)),
  seal,
});
export type MediaKeySignal = z.infer<typeof mediaKey>;

/** What the seal of a description covers: who describes which link to whom, from page to page. */
export interface DescribedLink {
  readonly callUniqueId: string;
  readonly from: string;
  readonly to: string;
  readonly session: string;
  readonly toSession: string;
  readonly type: string;
  /** With the fingerprint of the certificate that encrypts the link (RFC 8122). */
  readonly sdp: string;
}
const candidate = z.object({
  candidate: z.string().check(z.maxLength(2048)),
  sdpMid: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  sdpMLineIndex: z.optional(z.nullable(z.int())),
  usernameFragment: z.optional(z.nullable(z.string().check(z.maxLength(256)))),
});

/**
 * Signal from one page of a call to another. `session` is the sending page, `toSession` the receiving one; the receiver drops signals
 * for a page that is gone. `restart`: the sender asks for an offer with new ICE credentials.
 */
const signal = {
  callUniqueId: id,
  session,
  toSession: session,
  description: z.optional(description),
  candidate: z.optional(z.nullable(candidate)),
  restart: z.optional(z.literal(true)),
  mediaKey: z.optional(mediaKey),
  /** In a call through a media server: this page cannot reach it, and connects from browser to browser. */
  engine: z.optional(z.literal('mesh')),
};

/** As a request `GET /realtime` with this token would have them (RFC 9421): the values of `Signature-Input` and `Signature`. */
const authSignature = z.object({
  input: z.string().check(z.maxLength(512)),
  signature: z.string().check(z.maxLength(128)),
});

/**
 * Frames of the client. The first is `auth`; `join` takes the room token of a call. `received`, `receivedInCall`: this device has the
 * messages of a room, or of a call, up to `position`. `typing`: the user is writing; passed on to the others in the room, not stored.
 */
export const clientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), token: z.string(), signature: z.optional(authSignature) }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('join'), token: z.string(), session }),
  z.object({ type: z.literal('leave'), callUniqueId: id }),
  z.object({ type: z.literal('signal'), to: id, ...signal }),
  z.object({ type: z.literal('received'), roomUniqueId: id, position: z.int().check(z.minimum(1)) }),
  z.object({ type: z.literal('receivedInCall'), callUniqueId: id, position: z.int().check(z.minimum(1)) }),
  z.object({ type: z.literal('typing'), roomUniqueId: id }),
]);
export type ClientFrame = z.infer<typeof clientFrame>;

const peer = z.object({ contactUniqueId: id, session });

/** Frames of the server. */
export const serverFrame = z.union([
  z.object({ type: z.literal('ready'), contactUniqueId: id }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('joined'), callUniqueId: id, peers: z.array(peer) }),
  z.object({ type: z.literal('peerJoined'), callUniqueId: id, contactUniqueId: id, session }),
  z.object({ type: z.literal('peerLeft'), callUniqueId: id, contactUniqueId: id, session }),
  z.object({ type: z.literal('signal'), from: id, ...signal }),
  z.object({ type: z.literal('typing'), roomUniqueId: id, contactUniqueId: id }),
  z.object({ type: z.literal('error'), code: z.int(), error: z.string(), message: z.string() }),
  pushFrame('IncomingCall'),
  pushFrame('TargetRefused'),
  pushFrame('EndedCall'),
  pushFrame('CallHandledByGroup'),
  pushFrame('TargetsChanged'),
  pushFrame('CallMessage'),
  pushFrame('CallMessagesRead'),
  pushFrame('CallMessagesDelivered'),
  pushFrame('CallPic'),
  pushFrame('CallPicDeleted'),
  pushFrame('CallKeys'),
  pushFrame('RoomCreated'),
  pushFrame('RoomChanged'),
  pushFrame('RoomMessage'),
  pushFrame('MessagesRead'),
  pushFrame('MessagesDelivered'),
  pushFrame('RoomDeleted'),
  pushFrame('ContactAvailability'),
  pushFrame('AddressBookChanged'),
  pushFrame('KeysChanged'),
  pushFrame('ProfilePictureChanged'),
  pushFrame('SessionEnded'),
]);
export type ServerFrame = z.infer<typeof serverFrame>;
export type Signal = Extract<ClientFrame, { type: 'signal' }>;

/** Largest frame that the server accepts. */
export const FRAME_BYTES_MAX = 128 * 1024;
