/** The frames of `/realtime`. Nothing depends on one arriving: after every reconnect the client asks again. */
import * as z from 'zod/mini';
import { availability, call, callMessage, callPic, contact, date, id, leaveReason } from './entities';
import { room, roomMessage } from './rooms';
import { entity, fields } from './wire';

/** What each push carries (A7.49 to A7.52). */
const pushContents = {
  IncomingCall: entity({ call, caller: contact }),
  TargetRefused: entity({ callUniqueId: id, contactUniqueId: id }),
  EndedCall: entity({ callUniqueId: id, reason: z.optional(leaveReason) }),
  CallHandledByGroup: entity({ callUniqueId: id, contactUniqueId: z.nullable(id), deviceId: z.nullable(z.string()) }),
  /** Other people are called, or some no longer. */
  TargetsChanged: entity({ callUniqueId: id }),
  CallMessage: entity({ callMessage }),
  CallPic: entity({ callPic }),
  CallPicDeleted: entity({ callUniqueId: id, picUniqueId: id }),
  /** One has been given keys to what was sealed before one came: what could not be read is fetched again. */
  CallKeys: entity({ callUniqueId: id }),
  /** One has come into a room: somebody made it, or added one to it. */
  RoomCreated: entity({ room }),
  /** Its people or its subject are others now, or one has muted it on another device. */
  RoomChanged: entity({ roomUniqueId: id }),
  /** To all of the room, the sender too: the other devices show it as well. */
  RoomMessage: entity({ roomMessage }),
  /** To all of the room: somebody has read, or been given, the messages up to `position`. */
  MessagesRead: entity({ roomUniqueId: id, contactUniqueId: id, date, position: z.int() }),
  MessagesDelivered: entity({ roomUniqueId: id, contactUniqueId: id, position: z.int() }),
  /** One has left a room, on another device. */
  RoomDeleted: entity({ roomUniqueId: id }),
  ContactAvailability: entity({ contactUniqueId: id, availability, inCall: z.boolean(), lastSeen: z.nullable(date) }),
  AddressBookChanged: entity({}),
  /** Somebody whom one knows, from the address book or a room, has another key bundle. */
  KeysChanged: entity({ contactUniqueId: id }),
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

/** A page of a call: a reload makes a new one, a reconnected socket keeps it. It tells a rejoin from a second person. */
const session = z.string().check(z.minLength(8), z.maxLength(64));

/** SDP (RFC 8829) and ICE candidates (RFC 8838) as the browser makes them; `null` ends the candidates. */
const description = z.object({
  type: z.enum(['offer', 'answer', 'pranswer', 'rollback']),
  sdp: z.optional(z.string().check(z.maxLength(64 * 1024))),
});
const candidate = z.object({
  candidate: z.string().check(z.maxLength(2048)),
  sdpMid: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  sdpMLineIndex: z.optional(z.nullable(z.int())),
  usernameFragment: z.optional(z.nullable(z.string().check(z.maxLength(256)))),
});

/**
 * A signal from one page to another of the same call. `session` is the page that speaks, `toSession` the one it means:
 * a signal for a page that is gone is dropped by the receiver.
 */
const signal = {
  callUniqueId: id,
  session,
  toSession: session,
  description: z.optional(description),
  candidate: z.optional(z.nullable(candidate)),
};

/**
 * From the client. The first is `auth`; `join` takes the room token of a call. `received`: this device has the messages of a
 * room up to `position`. `typing`: somebody is writing, which is passed on to the others of the room and not stored.
 */
export const clientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), token: z.string() }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('join'), token: z.string(), session }),
  z.object({ type: z.literal('leave'), callUniqueId: id }),
  z.object({ type: z.literal('signal'), to: id, ...signal }),
  z.object({ type: z.literal('received'), roomUniqueId: id, position: z.int().check(z.minimum(1)) }),
  z.object({ type: z.literal('typing'), roomUniqueId: id }),
]);
export type ClientFrame = z.infer<typeof clientFrame>;

const peer = z.object({ contactUniqueId: id, session });

/** From the server. */
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
  pushFrame('SessionEnded'),
]);
export type ServerFrame = z.infer<typeof serverFrame>;
export type Signal = Extract<ClientFrame, { type: 'signal' }>;

/** Largest frame that the server takes. */
export const FRAME_BYTES_MAX = 128 * 1024;
