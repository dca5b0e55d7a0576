/** Push queue: notifies people on all their devices, also when the app is closed. A push waits in the database until it is sent. */
import { encode, type PushMessage, pushMessage } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { type PushKind, pushKinds } from '../../../adapters/push/push-adapter';
import { PUSH_BYTES_MAX } from '../../../adapters/push/encrypt';
import * as store from './store';

/** Bytes reserved beside the content: the push's type, the read token, and the framing of the services. */
const FRAME_BYTES = 600;

export interface Push {
  readonly contactIds: readonly string[];
  readonly message: PushMessage;
  /** The subject of the push, e.g. a call's id: a later push about it replaces one that has not arrived. */
  readonly topic: string;
  /** Not sent after this time. */
  readonly expiresAt: Date;
  /**
   * Of the end of a ring: when the phone stops by itself. Before that, a phone that rings by VoIP gets the end the same way, because alerts run
   * no code while the app is closed.
   */
  readonly ringsUntil?: Date;
  /** The device that needs no push. */
  readonly except?: { readonly contactId: string; readonly deviceId: string };
}

/** What contacts get pushes on. */
export interface Devices {
  readonly contactIds: ReadonlySet<string>;
  readonly tokens: readonly store.Found[];
}

/** Finds the devices of contacts, and locks their tokens until the transaction ends. */
export async function findDevices(context: Context, db: Queries, contactIds: ReadonlySet<string>): Promise<Devices> {
  const wanted = { contactIds: [...contactIds], kinds: kindsOf(context), now: context.clock.now() };
  return { contactIds, tokens: contactIds.size === 0 ? [] : await store.findTokens(db, wanted) };
}

/**
 * Queues pushes in the transaction of the event that they report, so that both are committed or neither; call `sendPushes` after the
 * commit. Of two pushes for one device with the same topic the later one counts.
 * @param found devices that the transaction has found already; if somebody is missing there, they are found here
 * @returns whether any device gets one of them
 */
export async function queuePushes(
  context: Context,
  db: Queries,
  pushes: readonly Push[],
  found?: Devices,
): Promise<boolean> {
  const contactIds = new Set(pushes.flatMap((push) => push.contactIds));
  const hasFound = found !== undefined && [...contactIds].every((id) => found.contactIds.has(id));
  const devices = hasFound ? found : await findDevices(context, db, contactIds);
  const tokens = devices.tokens.filter(({ contactId }) => contactIds.has(contactId));
  if (tokens.length === 0) return false;
  const unsent = await store.findUnsentRings(db, tokens, context.clock.now());
  const rows = pushes.flatMap((push) => rowsOf(context, push, tokens)).filter((row) => !isEndOfUnsentRing(row, unsent));
  await store.dequeueTopics(db, obsoletePlaces(pushes, tokens, rows));
  await store.enqueue(db, [...new Map(rows.map(({ kind: _, ...row }) => [store.placeOf(row), row])).values()]);
  return rows.length > 0;
}

export const queuePush = (context: Context, db: Queries, push: Push): Promise<boolean> =>
  queuePushes(context, db, [push]);

interface Row extends store.Queued {
  readonly kind: PushKind;
}

/** The queue rows of a push, one per device. @param known tokens, also those of other contacts */
function rowsOf(
  { clock, random }: Context,
  { contactIds, except, message, topic, expiresAt, ringsUntil }: Push,
  known: readonly store.Found[],
): Row[] {
  const people = new Set(contactIds);
  const tokens = known.filter(
    ({ contactId, deviceId }) =>
      people.has(contactId) && (contactId !== except?.contactId || deviceId !== except.deviceId),
  );
  const ringing = new Set(tokens.filter(({ kind }) => kind === 'voip').map(({ deviceId }) => deviceId));
  const isCall = message.messageType === 'IncomingCall';
  const dueAt = clock.now();
  const endsRing = ringsUntil !== undefined && ringsUntil > dueAt;
  // iOS terminates an app that gets a VoIP push and reports no call. On a device that rings, an alert would be a second ring.
  const wanted = tokens.filter(({ kind, deviceId }) =>
    kind === 'voip' ? isCall || endsRing : !(isCall && kind === 'apns' && ringing.has(deviceId)),
  );
  const written = encodeMessage(message);
  return wanted.map(({ id: tokenId, kind }) => ({
    id: random.id(),
    tokenId,
    kind,
    topic,
    ...written,
    dueAt,
    expiresAt: kind === 'voip' && ringsUntil ? ringsUntil : expiresAt,
  }));
}

/** An iPhone whose ring was not sent yet hears of neither: for the end alone the screen of a call would flash up. */
const isEndOfUnsentRing = (row: Row, unsent: ReadonlySet<string>) =>
  row.kind === 'voip' && row.messageType !== 'IncomingCall' && unsent.has(store.placeOf(row));

/**
 * Queued pushes of the same people and topics that are obsolete because these devices get no new push: the ring of a call that is over, on
 * an iPhone that has not got it yet, and on the device that answered or declined.
 */
const obsoletePlaces = (pushes: readonly Push[], tokens: readonly store.Found[], rows: readonly store.Queued[]) => {
  const replaced = new Set(rows.map(store.placeOf));
  return pushes
    .flatMap(({ contactIds, topic }) =>
      tokens.filter(({ contactId }) => contactIds.includes(contactId)).map(({ id }) => ({ tokenId: id, topic })),
    )
    .filter((place) => !replaced.has(store.placeOf(place)));
};

/** Wakes the senders after a commit. */
export const sendPushes = ({ bus }: Context): void => bus.publish('pushQueued', {});

/** Those contacts who can be notified of a call by push. */
export const reachedByPush = async (context: Context, contactIds: readonly string[]): Promise<Set<string>> =>
  contactIds.length === 0
    ? new Set()
    : await store.findReachable(context.db, { contactIds, kinds: kindsOf(context), now: context.clock.now() });

const kindsOf = ({ pushAdapters }: Context): PushKind[] => pushKinds.filter((kind) => pushAdapters.of[kind]);

/** @throws Error if the push exceeds the size limit: its author must shorten it */
function encodeMessage(message: PushMessage) {
  const { messageType, messageContent } = encode(pushMessage, message) as Record<keyof PushMessage, unknown>;
  const text = JSON.stringify(messageContent);
  if (Buffer.byteLength(text) > PUSH_BYTES_MAX - FRAME_BYTES)
    throw new Error(`A push ${message.messageType} is too long`);
  return { messageType: String(messageType), messageContent: text };
}
