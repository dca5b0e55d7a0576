/**
 * What people write in rooms: the server keeps it as it came, sealed, and passes it on. What is written at once, in whatever
 * rooms, is looked up and stored together: under load a message then costs a part of a transaction, not one of its own.
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
import { blobKey, tell } from './service';
import { findParticipants, findReaders, holdRoom, type Participant, type Reader, type SignedMessage } from './store';
import { messageView } from './views';

type SendMessage = (principal: Principal, input: CallArguments<typeof sendRoomMessage>) => Promise<RoomMessage>;

export function createSending(context: Context): SendMessage {
  const { blobs, clock, random, settings } = context;
  const lookUp = createBatcher((places: readonly Place[]) => findPlaces(context, places), { isOnes: isAboutData });
  const store = createBatcher((written: readonly Written[]) => storeAll(context, written), {
    isOnes: (error) => error instanceof ApiError || isAboutData(error),
    weigh: ({ message }) => message.message?.length ?? 0,
  });

  return async (principal, { id: roomId, ...input }) => {
    const { clientId } = input;
    const place = { roomId, senderId: principal.contactId, clientId };
    const { people, first } = await lookUp(place);
    const me = requireParticipant(people, principal);
    // A retry is answered although people may have left since: what was accepted stays accepted.
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
      write: async (keep) => {
        const outcome = await store({ message, senderName: me.name, sealedFor });
        if (outcome) keep();
        return outcome;
      },
      isNamed: () =>
        context.db.transaction(async (transaction) => {
          await holdRoom(transaction, roomId);
          return (await messages.findFile(transaction, roomId, fileKey)) !== null;
        }),
    });
    if (!stored) {
      // The same was sent twice at once, or the sender has left meanwhile.
      const [row] = clientId === undefined ? [] : await messages.findSent(context.db, [{ ...place, clientId }]);
      if (!row) throw new ApiError('notFound');
      return messageView(row, me, people);
    }
    const view = messageView({ ...message, position: stored.position, senderName: me.name }, me, people);
    tell(
      context,
      stored.readers.map((one) => one.contactId),
      { messageType: 'RoomMessage', messageContent: { roomMessage: view } },
    );
    return view;
  };
}

/**
 * The small picture that goes with a file, as it is stored; null: there is none.
 * @throws ApiError as `readSealedFile`; `invalidInput` where it goes with nothing, `notAnImage` where it is not sealed and none
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

/** Where somebody writes, and under which id of their own. */
interface Place {
  readonly roomId: string;
  readonly senderId: string;
  readonly clientId: string | undefined;
}

interface Found {
  readonly people: readonly Participant[];
  /** What has been sent there under that id already. */
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

/** Everybody who is in the rooms of these, by their ids. */
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
  /** Everybody who was in the room when it was looked up: what is sealed is so for just them. */
  readonly sealedFor: ReadonlySet<string>;
}

interface Stored {
  readonly position: number;
  /** Those who were in the room then: somebody may have come in just before. */
  readonly readers: readonly Reader[];
}

/**
 * Stores messages, and with them that people are to be told of them by push.
 * @returns null for one whose sender is not in the room any more, or whose `clientId` was there already
 * @throws ApiError `recipientUnknown` where one of them is not sealed for somebody who has come in meanwhile, `noParticipants` where
 *   all others have left meanwhile: none is stored
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
  // Another server has stored one of them meanwhile: now that is seen.
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
