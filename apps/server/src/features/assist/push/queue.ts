/** Telling people something on all their devices, where the app is closed too: it waits in the database until it is sent. */
import { encode, type PushMessage, pushMessage } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { type PushKind, pushKinds } from '../../../adapters/push/courier';
import { PUSH_BYTES_MAX } from '../../../adapters/push/encrypt';
import * as store from './store';

/** What a push's type and the token to read it by take beside its content, and what the services want around them. */
const FRAME_BYTES = 600;

export interface Push {
  readonly contactIds: readonly string[];
  readonly message: PushMessage;
  /** What it is about, e.g. a call's id: a later push about it takes the place of one that has not arrived. */
  readonly topic: string;
  /** From then on nobody wants it any more. */
  readonly expiresAt: Date;
  /** The device that knows. */
  readonly except?: { readonly contactId: string; readonly deviceId: string };
}

/**
 * Queues pushes. In the transaction that makes what they tell of they are lost only with that; once that is through,
 * `sendPushes`. Of two for one device about the same the later one counts.
 * @returns whether there is a device that one of them is for
 */
export async function queuePushes(context: Context, db: Queries, pushes: readonly Push[]): Promise<boolean> {
  const contactIds = [...new Set(pushes.flatMap((push) => push.contactIds))];
  if (contactIds.length === 0) return false;
  const now = context.clock.now();
  const tokens = await store.findTokens(db, { contactIds, kinds: kindsOf(context), now });
  if (tokens.length === 0) return false;
  const rows = pushes.flatMap((push) => rowsOf(context, push, tokens));
  await store.dequeueTopics(db, outdated(pushes, tokens, rows));
  await store.enqueue(db, [...new Map(rows.map((row) => [store.placeOf(row), row])).values()]);
  return rows.length > 0;
}

export const queuePush = (context: Context, db: Queries, push: Push): Promise<boolean> =>
  queuePushes(context, db, [push]);

/** What of a push stands in the queue: for each device that is to be told. @param known tokens, those of others too */
function rowsOf(
  { clock, random }: Context,
  { contactIds, except, message, topic, expiresAt }: Push,
  known: readonly store.Found[],
): store.Queued[] {
  const people = new Set(contactIds);
  const tokens = known.filter(
    ({ contactId, deviceId }) =>
      people.has(contactId) && (contactId !== except?.contactId || deviceId !== except.deviceId),
  );
  const ringing = new Set(tokens.filter(({ kind }) => kind === 'voip').map(({ deviceId }) => deviceId));
  const isCall = message.messageType === 'IncomingCall';
  // iOS ends an app that gets a VoIP push and does not ring. Where one does, an alert would be a second ring.
  const wanted = tokens.filter(({ kind, deviceId }) =>
    kind === 'voip' ? isCall : !(isCall && kind === 'apns' && ringing.has(deviceId)),
  );
  const written = write(message);
  const dueAt = clock.now();
  return wanted.map(({ id: tokenId }) => ({ id: random.id(), tokenId, topic, ...written, dueAt, expiresAt }));
}

/**
 * What may still wait for devices that get nothing now, of the same people and about the same: the ring of a call that is over, on
 * an iPhone whose ring is all it is pushed, and on the device that has answered or declined.
 */
const outdated = (pushes: readonly Push[], tokens: readonly store.Found[], rows: readonly store.Queued[]) => {
  const replaced = new Set(rows.map(store.placeOf));
  return pushes
    .flatMap(({ contactIds, topic }) =>
      tokens.filter(({ contactId }) => contactIds.includes(contactId)).map(({ id }) => ({ tokenId: id, topic })),
    )
    .filter((place) => !replaced.has(store.placeOf(place)));
};

/** What has been queued and is through goes out. */
export const sendPushes = ({ bus }: Context): void => bus.publish('pushQueued', {});

/** Those of some contacts who can be told of a call by push. */
export const reachedByPush = async (context: Context, contactIds: readonly string[]): Promise<Set<string>> =>
  contactIds.length === 0
    ? new Set()
    : await store.findReachable(context.db, { contactIds, kinds: kindsOf(context), now: context.clock.now() });

const kindsOf = ({ couriers }: Context): PushKind[] => pushKinds.filter((kind) => couriers.of[kind]);

/** @throws where it is more than a push can carry: whoever made it must say less */
function write(message: PushMessage) {
  const { messageType, messageContent } = encode(pushMessage, message) as Record<keyof PushMessage, unknown>;
  const text = JSON.stringify(messageContent);
  if (Buffer.byteLength(text) > PUSH_BYTES_MAX - FRAME_BYTES)
    throw new Error(`A push ${message.messageType} is too long`);
  return { messageType: String(messageType), messageContent: text };
}
