/** Telling people something on all their devices, where the app is closed too: it waits in the database until it is sent. */
import { encode, type PushMessage, pushMessage } from '@earth/contracts';
import type { Context } from '../../context';
import type { Queries } from '../../db/database';
import { type PushKind, pushKinds } from '../../ports/push/courier';
import { PUSH_BYTES_MAX } from '../../ports/push/encrypt';
import * as store from './store';

/** What a push's type takes beside its content, and what the services want around both. */
const FRAME_BYTES = 100;

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
 * Queues a push. In the transaction that makes what it tells of it is lost only with that; once that is through,
 * `sendPushes`.
 * @returns whether there is a device that it is for
 */
export async function queuePush(context: Context, db: Queries, push: Push): Promise<boolean> {
  const { clock, random } = context;
  if (push.contactIds.length === 0) return false;
  const { contactIds, except, message, topic, expiresAt } = push;
  const now = clock.now();
  const tokens = (await store.findTokens(db, { contactIds, kinds: kindsOf(context), now })).filter(
    ({ contactId, deviceId }) => contactId !== except?.contactId || deviceId !== except.deviceId,
  );
  const ringing = new Set(tokens.filter(({ kind }) => kind === 'voip').map(({ deviceId }) => deviceId));
  const isCall = message.messageType === 'IncomingCall';
  // iOS ends an app that gets a VoIP push and does not ring. Where one does, an alert would be a second ring.
  const wanted = tokens.filter(({ kind, deviceId }) =>
    kind === 'voip' ? isCall : !(isCall && kind === 'apns' && ringing.has(deviceId)),
  );
  const written = write(message);
  const rows = wanted.map(({ id: tokenId }) => ({
    id: random.id(),
    tokenId,
    topic,
    ...written,
    dueAt: now,
    expiresAt,
  }));
  await store.enqueue(db, rows);
  return rows.length > 0;
}

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
