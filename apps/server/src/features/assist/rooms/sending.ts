/**
 * Batcher for room messages: messages sent at the same time, in any rooms, are looked up and stored together, sealed as they came. Under
 * load a message then costs a part of a transaction, not one of its own.
 */
import {
  type CallArguments,
  CryptoSchema,
  PREVIEW_BYTES_MAX,
  type RoomMessage,
  type sendRoomMessage,
} from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { isAboutData } from '../../../db/query-error';
import { ApiError } from '../../../http/api-error';
import { pictureEnding } from '../../../http/file-kinds';
import { type Readers, readSealedFile } from '../../../http/sealed-input';
import { readSealedMessage } from '../../../http/sealed-message';
import type { Principal } from '../../../http/principal';
import { withBlobs } from '../../../adapters/blobs/with-blobs';
import { createBatcher } from '../../../async/batcher';
import { queuePushes, sendPushes } from '../push';
import * as messages from './messages-store';
import { requireParticipant, requireReaders } from './policy';
import { messagePush } from './notifications';
import { blobKey, notify } from './service';
import { findParticipants, findReaders, lockRoom, type Participant, type Reader, type SignedMessage } from './store';
import { messageView } from './views';

type SendMessage = (principal: Principal, input: CallArguments<typeof sendRoomMessage>) => Promise<RoomMessage>;

export function createSending(context: Context): SendMessage {
  const { blobs, clock, random, settings } = context;
  const lookUp = createBatcher((places: readonly Place[]) => findPlaces(context, places), {
    isOfOneRequest: isAboutData,
  });
  const store = createBatcher((written: readonly Written[]) => storeAll(context, written), {
    isOfOneRequest: (error) => error instanceof ApiError || isAboutData(error),
    weigh: ({ message }) => message.message?.length ?? 0,
  });

  return async (principal, { id: roomId, ...input }) => {
    const { clientId } = input;
    const place = { roomId, senderId: principal.contactId, clientId };
    const { people, first } = await lookUp(place);
    const me = requireParticipant(people, principal);
    // A retry is answered even if people have left since: what was accepted stays accepted.
    if (first) return messageView(first, me, people);
    requireReaders(people);
    const sealedFor = new Set(people.map((one) => one.contactId));
    const readers = { people: sealedFor, isForAll: true };
    const { file } = readSealedMessage(input, readers, settings.maxFileBytes);
    const preview = readPreview(input, readers);
    const id = random.id();
    const [fileKey, previewKey] = [`${id}.bin`, `${id}-preview.bin`];
    const message = {
      id,
      roomId,
      senderId: principal.contactId,
      message: input.message,
      cryptoSchema: input.cryptoSchema,
      clientId: clientId ?? null,
      fileName: file?.name ?? null,
      fileKey: file && fileKey,
      fileSize: file?.plainBytes ?? null,
      previewKey: preview && previewKey,
      createdAt: clock.now(),
    };
    const files = [
      ...(file ? [{ key: blobKey(roomId, fileKey), bytes: file.bytes }] : []),
      ...(preview ? [{ key: blobKey(roomId, previewKey), bytes: preview }] : []),
    ];
    const stored = await withBlobs(blobs, files, {
      write: async (commit) => {
        const outcome = await store({ message, senderName: me.name, sealedFor });
        if (outcome) commit();
        return outcome;
      },
      isReferenced: () =>
        context.db.transaction(async (transaction) => {
          await lockRoom(transaction, roomId);
          return (await messages.findFile(transaction, roomId, fileKey)) !== null;
        }),
    });
    if (!stored) {
      // The same was sent twice at the same time, or the sender has left meanwhile.
      const [row] = clientId === undefined ? [] : await messages.findSent(context.db, [{ ...place, clientId }]);
      if (!row) throw new ApiError('notFound');
      return messageView(row, me, people);
    }
    const view = messageView({ ...message, position: stored.position, senderName: me.name }, me, people);
    notify(
      context,
      stored.readers.map((one) => one.contactId),
      { messageType: 'RoomMessage', messageContent: { roomMessage: view } },
    );
    return view;
  };
}

/**
 * Reads the preview picture of a file; null if there is none.
 * @throws ApiError as `readSealedFile`; `invalidInput` if there is no file, `notAnImage` if it is neither sealed nor an image
 */
function readPreview(
  { base64File, base64Preview: value, cryptoSchema: scheme }: Omit<CallArguments<typeof sendRoomMessage>, 'id'>,
  readers: Readers,
): Buffer | null {
  if (value === undefined) return null;
  const field = 'base64preview';
  if (base64File === undefined) throw new ApiError('invalidInput', field);
  const { bytes } = readSealedFile({ field, value, scheme, ...readers }, PREVIEW_BYTES_MAX);
  if (scheme === CryptoSchema.none && pictureEnding(bytes) === null) throw new ApiError('notAnImage', field);
  return bytes;
}

/** The room of a message, and its sender's id for it. */
interface Place {
  readonly roomId: string;
  readonly senderId: string;
  readonly clientId: string | undefined;
}

interface Found {
  readonly people: readonly Participant[];
  /** The message that was stored under that id before. */
  readonly first: SignedMessage | undefined;
}

async function findPlaces({ db }: Context, places: readonly Place[]): Promise<Found[]> {
  const sent = places.flatMap(({ clientId, ...place }) => (clientId === undefined ? [] : { ...place, clientId }));
  const [people, before] = await Promise.all([findPeople(db, places), messages.findSent(db, sent)]);
  return places.map(({ roomId, senderId, clientId }) => ({
    people: people.get(roomId) ?? [],
    first: before.find((row) => row.roomId === roomId && row.senderId === senderId && row.clientId === clientId),
  }));
}

/** All participants of these rooms, by room id. */
async function findPeople(
  db: Queries,
  rooms: readonly { readonly roomId: string }[],
): Promise<ReadonlyMap<string, readonly Participant[]>> {
  const people = new Map<string, Participant[]>(rooms.map(({ roomId }) => [roomId, []]));
  for (const one of await findParticipants(db, [...people.keys()])) people.get(one.roomId)?.push(one);
  return people;
}

interface Written {
  readonly message: messages.NewMessage;
  readonly senderName: string;
  /** The participants when the room was looked up: the message must be sealed for exactly these. */
  readonly sealedFor: ReadonlySet<string>;
}

interface Stored {
  readonly position: number;
  /** The participants at the commit: another person may have joined just before. */
  readonly readers: readonly Reader[];
}

/**
 * Stores messages and queues their pushes.
 * @returns null for a message whose sender left the room, or whose `clientId` exists already
 * @throws ApiError `recipientUnknown` if one is not sealed for a person who joined meanwhile, `noParticipants` if all others left
 * meanwhile: none is stored
 */
async function storeAll(context: Context, written: readonly Written[]): Promise<(Stored | null)[]> {
  const stored = await context.db.transaction(async (transaction) => {
    const positions = await messages.insertMessages(
      transaction,
      written.map(({ message }) => message),
    );
    if (!positions) return null;
    const there = written.filter(({ message }) => positions.has(message.id));
    const readers = await findReadersOf(
      transaction,
      there.map(({ message }) => message),
    );
    for (const one of there) {
      const people = readers.get(one.message.roomId) ?? [];
      requireReaders(people);
      if (!isForAll(one, people)) throw new ApiError('recipientUnknown', 'message');
    }
    const pushes = there.map(({ message, senderName }) =>
      messagePush({ ...message, senderName }, readers.get(message.roomId) ?? []),
    );
    return { positions, readers, hasPushes: await queuePushes(context, transaction, pushes) };
  });
  // Another server stored one of them concurrently: the next attempt finds it.
  if (!stored) return await storeAll(context, written);
  if (stored.hasPushes) sendPushes(context);
  return written.map(({ message }) => {
    const position = stored.positions.get(message.id);
    return position === undefined ? null : { position, readers: stored.readers.get(message.roomId) ?? [] };
  });
}

const isForAll = ({ message, sealedFor }: Written, readers: readonly Reader[]) =>
  message.cryptoSchema === CryptoSchema.none || readers.every(({ contactId }) => sealedFor.has(contactId));

async function findReadersOf(
  db: Queries,
  written: readonly { readonly roomId: string }[],
): Promise<ReadonlyMap<string, readonly Reader[]>> {
  const readers = new Map<string, Reader[]>(written.map(({ roomId }) => [roomId, []]));
  for (const one of await findReaders(db, [...readers.keys()])) readers.get(one.roomId)?.push(one);
  return readers;
}
