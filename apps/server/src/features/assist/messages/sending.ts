/**
 * Batcher for messages: messages sent at the same time, in any calls or in any rooms, are looked up and stored together, sealed as they
 * came. Under load a message then costs a part of a transaction, not one of its own.
 */
import { type CallArguments, CryptoSchema, type SealedKeys, type sendCallMessage } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { isAboutData } from '../../../db/query-error';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { withBlobs } from '../../../adapters/blobs/with-blobs';
import { createBatcher, SOME_AT_ONCE } from '../../../async/batcher';
import { sendPushes } from '../push';
import { type Member, type People, type PlacePolicy, readersOf, requireMember, type Written } from './policy';
import { readSealedMessage, type SealedMessage } from './sealed-message';
import * as store from './store';
import { blobKey, messageFields } from './views';

type MessageInput = CallArguments<typeof sendCallMessage>;
export type SendMessage<Message> = (principal: Principal, input: MessageInput) => Promise<Message>;

export function createSending<Person extends Member, Message>(
  context: Context,
  policy: PlacePolicy<Person, Message>,
): SendMessage<Message> {
  const { blobs, clock, db, push, settings } = context;
  const findPeople = createBatcher((placeIds: readonly string[]) => findPeopleOf(context, policy, placeIds), {
    isOfOneRequest: isAboutData,
    atOnce: SOME_AT_ONCE,
  });
  const storeMessage = createBatcher((written: readonly Written[]) => storeAll(context, policy, written), {
    isOfOneRequest: (error) => error instanceof ApiError || isAboutData(error),
    // As those of several servers, they lock the places that they write to in the same order.
    atOnce: SOME_AT_ONCE,
    weigh: ({ message }) => message.message.length,
  });

  return async (principal, { id: placeId, ...input }) => {
    const place = { kind: policy.kind, id: placeId };
    const people = await findPeople(placeId);
    const me = requireMember(people, principal);
    const viewOf = (row: store.SignedMessage) =>
      policy.messageOf(placeId, messageFields(policy.kind, row, me, readersOf(policy, people)));
    const draft = { placeId, senderId: principal.contactId };
    /** The same message, if it was stored before: a retry is answered with it, because what was accepted stays accepted. */
    async function findFirst(): Promise<Message | undefined> {
      const { clientId } = input;
      const row = clientId === undefined ? null : await store.findSent(db, policy.kind, { ...draft, clientId });
      return row ? viewOf(row) : undefined;
    }
    const sealedFor = new Set(people.map((one) => one.contactId));
    async function check(): Promise<SealedMessage> {
      policy.requireMayWrite(me, people, clock.now());
      if (input.change ?? input.changedUniqueId) await requireMayChange(db, place, me, input);
      return readSealedMessage(input, { people: sealedFor, isForAll: policy.isForAll }, settings.maxFileBytes);
    }
    let sealed: SealedMessage;
    try {
      sealed = await check();
    } catch (refusal) {
      const first = await findFirst();
      if (first) return first;
      throw refusal;
    }
    const message = newMessage(context, draft, input, sealed);
    const files = [
      ...(sealed.file ? [{ key: blobKey(place, fileKeyOf(message.id)), bytes: sealed.file.bytes }] : []),
      ...(sealed.preview ? [{ key: blobKey(place, previewKeyOf(message.id)), bytes: sealed.preview.bytes }] : []),
    ];
    const stored = await withBlobs(blobs, files, {
      write: async (commit) => {
        const keys = keysOf(message.id, sealed);
        const outcome = await storeMessage({ message, senderName: me.name, sealedFor, keys });
        if (outcome) commit();
        return outcome;
      },
      isReferenced: () =>
        db.transaction(async (transaction) => {
          await store.lockPlace(transaction, place);
          return (await store.findFile(transaction, place, fileKeyOf(message.id))) !== null;
        }),
    });
    if (!stored) {
      // It was sent before, or the sender has left meanwhile.
      const first = await findFirst();
      if (!first) throw new ApiError('notFound');
      return first;
    }
    const row = { ...message, position: stored.position, senderName: me.name, senderIsGuest: me.isGuest };
    const view = viewOf(row);
    push.toContacts(policy.notifiedOf(me.contactId, stored.people), policy.sentEvent(view));
    return view;
  };
}

const fileKeyOf = (messageId: string) => `${messageId}.bin`;
const previewKeyOf = (messageId: string) => `${messageId}-preview.bin`;

function newMessage(
  { clock, random }: Context,
  { placeId, senderId }: Draft,
  { message, cryptoSchema, clientId, change, changedUniqueId, mentions }: Omit<MessageInput, 'id'>,
  { file, preview }: SealedMessage,
): store.NewMessage {
  const id = random.id();
  return {
    id,
    placeId,
    senderId,
    message,
    cryptoSchema,
    clientId: clientId ?? null,
    fileName: file?.name ?? null,
    fileKey: file && fileKeyOf(id),
    fileSize: file?.plainBytes ?? null,
    previewKey: preview && previewKeyOf(id),
    change: change ?? null,
    changedId: changedUniqueId ?? null,
    mentions: mentions?.join(' ') || null,
    createdAt: clock.now(),
  };
}

const keysOf = (uniqueId: string, { keys, file, preview }: SealedMessage): readonly SealedKeys[] => [
  { kind: 'message', uniqueId, recipientKeys: [...keys] },
  { kind: 'file', uniqueId, recipientKeys: [...(file?.keys ?? [])] },
  { kind: 'preview', uniqueId, recipientKeys: [...(preview?.keys ?? [])] },
];

/**
 * A person changes messages that they can read, and of these edits and deletes their own. The receivers check it too, by the authors'
 * signatures.
 * @throws ApiError `invalidInput`, `notFound`, `notAllowed`
 */
async function requireMayChange(
  db: Queries,
  place: store.Place,
  me: Member,
  { change, changedUniqueId, base64File }: Omit<MessageInput, 'id'>,
): Promise<void> {
  if (change === undefined) throw new ApiError('invalidInput', 'change');
  if (changedUniqueId === undefined) throw new ApiError('invalidInput', 'changedUniqueId');
  if (base64File !== undefined) throw new ApiError('invalidInput', 'base64file');
  const changed = await store.findMessage(db, place, changedUniqueId);
  if (!changed || changed.change !== null || changed.position <= me.joinedPosition) throw new ApiError('notFound');
  if (change !== 'react' && changed.senderId !== me.contactId) throw new ApiError('notAllowed');
}

interface Draft {
  readonly placeId: string;
  readonly senderId: string;
}

async function findPeopleOf<Person extends Member, Message>(
  { db }: Context,
  policy: PlacePolicy<Person, Message>,
  placeIds: readonly string[],
): Promise<(readonly Person[])[]> {
  const people = await policy.findPeople(db, [...new Set(placeIds)]);
  return placeIds.map((placeId) => people.get(placeId) ?? []);
}

interface Stored<Person> {
  readonly position: number;
  /** The people at the commit: another person may have joined just before. */
  readonly people: readonly Person[];
}

/**
 * Stores messages, with what their places store beside them.
 * @returns null for a message whose sender left the place, or whose `clientId` exists already
 * @throws ApiError `recipientUnknown` if one has to be sealed for a person who joined meanwhile, and those of `requireMayWrite`: none is
 * stored
 */
async function storeAll<Person extends Member, Message>(
  context: Context,
  policy: PlacePolicy<Person, Message>,
  written: readonly Written[],
): Promise<(Stored<Person> | null)[]> {
  const stored = await context.db.transaction(async (transaction) => {
    const messages = written.map(({ message }) => message);
    const inserting = store.insertMessages(transaction, policy.kind, messages);
    // Sent with it: answered after it, under its lock.
    const finding = policy.findPeople(transaction, [...new Set(messages.map(({ placeId }) => placeId))]);
    const findingDevices = policy.findDevices(context, transaction, written);
    const [inserted, found, foundDevices] = await Promise.allSettled([inserting, finding, findingDevices]);
    if (inserted.status === 'rejected') throw inserted.reason;
    const positions = inserted.value;
    if (!positions) return null;
    if (found.status === 'rejected') throw found.reason;
    if (foundDevices.status === 'rejected') throw foundDevices.reason;
    const people = found.value;
    const there = written.filter(({ message }) => positions.has(message.id));
    for (const one of there) requireStillMayWrite(context, policy, one, people);
    const erased = await store.eraseDeleted(
      transaction,
      policy.kind,
      there.map(({ message }) => message),
    );
    const hasPushes = await policy.afterStored(context, transaction, there, { people, devices: foundDevices.value });
    return { positions, people, hasPushes, erased };
  });
  // Another server stored one of them concurrently: the next attempt finds it.
  if (!stored) return await storeAll(context, policy, written);
  if (stored.hasPushes) sendPushes(context);
  await deleteFiles(context, policy.kind, stored.erased);
  return written.map(({ message }) => {
    const position = stored.positions.get(message.id);
    return position === undefined ? null : { position, people: stored.people.get(message.placeId) ?? [] };
  });
}

/** The messages are stored by now: a file that cannot be deleted must not make those who sent them try again. */
async function deleteFiles({ blobs, log }: Context, kind: store.Place['kind'], files: readonly store.ErasedFile[]) {
  for (const { placeId, storedName } of files)
    try {
      await blobs.delete(blobKey({ kind, id: placeId }, storedName));
    } catch (error) {
      log.error({ err: error, placeId, storedName }, 'The file of a deleted message could not be deleted');
    }
}

/** The people may have changed between the check and the lock. */
function requireStillMayWrite<Person extends Member, Message>(
  { clock }: Context,
  policy: PlacePolicy<Person, Message>,
  { message, sealedFor }: Written,
  found: People<Person>,
): void {
  const people = found.get(message.placeId) ?? [];
  const me = requireMember(people, { contactId: message.senderId });
  policy.requireMayWrite(me, people, clock.now());
  const isForAll = people.every(({ contactId }) => sealedFor.has(contactId));
  if (policy.isForAll && message.cryptoSchema !== CryptoSchema.none && !isForAll)
    throw new ApiError('recipientUnknown', 'message');
}
