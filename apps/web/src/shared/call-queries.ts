/** Queries for the contents of a call: fetched from the server and opened on this device. */
import {
  type CallInput,
  type CallMessage,
  type CallPic,
  CryptoSchema,
  type getCallFile,
  isGenuine,
  type NotGenuine,
  picPlace,
  type Scheme,
  type SealedOrigin,
  type SealedPlace,
} from '@earth/contracts';
import { type Changed, contentTypeOf, type Sending } from '@earth/messaging';
import { queryOptions } from '@tanstack/react-query';
import type { PageCipher } from '../platform/crypto/cipher';
import { api } from '../platform';
import type { SessionScope } from '../platform/session/session-scope';
import { createQueryClient, scopeOf } from './query-client';
import { recordKnownKeys } from '../platform/crypto/known-keys';

/** The first part of the keys of queries of messages' files. */
export const MESSAGE_FILE = 'message file';

/** Unused pictures are dropped from memory after this time: there may be many, and they are large. */
export const PICTURE_KEPT_MS = 60_000;

/** Cryptography is loaded lazily: the first screen does not need it. */
export async function loadCipher(scope: SessionScope): Promise<PageCipher> {
  const { createCallCipher } = await import('../platform/crypto/cipher');
  return scope.get(createCallCipher);
}

export async function loadRoomCipher(scope: SessionScope): Promise<PageCipher> {
  const { createRoomCipher } = await import('../platform/crypto/cipher');
  return scope.get(createRoomCipher);
}

export const callQuery = (callId: string) =>
  queryOptions({
    queryKey: ['call', callId],
    queryFn: async (context) => {
      const call = await api.getCall({ id: callId });
      void recordKnownKeys(
        scopeOf(context),
        call.participants.map(({ contact }) => contact),
      );
      return call;
    },
    // No push announces notes, so they are fetched whenever the page is opened.
    staleTime: 0,
  });

/** Sealed content, its place in a call, and its claimed author. */
interface Claim {
  readonly scheme: Scheme;
  readonly authorId: string;
  readonly place: SealedPlace;
  /** When the server received it; absent: not yet. */
  readonly date?: string | undefined;
}

/**
 * The claimed origin of content in a call. Only signed content needs the author's key: if the call is unknown, or the author is not
 * in it, the call is fetched.
 */
export async function originOf(scope: SessionScope, { scheme, authorId, place, date }: Claim): Promise<SealedOrigin> {
  const find = async (staleTime: 'static' | 0) => {
    if (scheme !== CryptoSchema.v2) return undefined;
    const { participants } = await scope.get(createQueryClient).query({ ...callQuery(place.within), staleTime });
    return participants.find(({ contact }) => contact.uniqueId === authorId)?.contact;
  };
  // Content of someone who is not in the call is never genuine.
  const sender = (await find('static')) ?? (await find(0)) ?? { uniqueId: authorId, publicKey: '' };
  return { sender, place, date };
}

/** `text` null: not sealed for the reader. */
export interface OpenedMessage extends CallMessage, Changed {
  readonly text: string | NotGenuine | null;
}

export const callMessagesQuery = (callId: string) =>
  queryOptions({
    queryKey: ['call', callId, 'messages'],
    queryFn: async (context): Promise<OpenedMessage[]> => {
      const scope = scopeOf(context);
      const [messages, cipher, { applyChanges }] = await Promise.all([
        api.listCallMessages({ id: callId }),
        loadCipher(scope),
        import('@earth/messaging'),
      ]);
      const opened = await Promise.all(
        messages.map(async (message) => {
          const { clientId: id, cryptoSchema: scheme, sender, date } = message;
          const place = { kind: 'message', within: callId, id } as const;
          const origin = await originOf(scope, { scheme, authorId: sender.uniqueId, place, date });
          return { ...message, text: await cipher.openText(scheme, message.message, origin) };
        }),
      );
      return [...applyChanges(opened)];
    },
  });

/** An opened file. Null: not sealed for the reader. */
export type OpenedFile = Blob | NotGenuine | null;

async function openStored(
  scope: SessionScope,
  { sending, ...input }: CallInput<typeof getCallFile> & { readonly sending?: Sending | undefined },
  claim: Claim,
  type: string,
): Promise<OpenedFile> {
  const [{ base64 }, origin, cipher] = await Promise.all([
    api.getCallFile(input, sending),
    originOf(scope, claim),
    loadCipher(scope),
  ]);
  const file = await cipher.openFile(claim.scheme, base64, origin);
  return file && isGenuine(file) ? new Blob([file], { type }) : file;
}

/**
 * The file of a message, or its preview. It must be sealed as the message says, which names its author; the server's own statement
 * about the file is ignored.
 */
export async function openCallFile(
  { scope, callId, sending }: { readonly scope: SessionScope; readonly callId: string; readonly sending?: Sending },
  message: Omit<OpenedMessage, 'callUniqueId'>,
  part: 'file' | 'preview',
): Promise<OpenedFile> {
  const { clientId: id, cryptoSchema: scheme, sender, date, fileName } = message;
  const isFile = part === 'file';
  const url = isFile ? message.fileUrl : message.previewUrl;
  const place = { kind: part, within: callId, id, fileName: isFile ? fileName : null } as const;
  const claim = { scheme, authorId: sender.uniqueId, place, date };
  const type = isFile ? contentTypeOf(fileName ?? '') : 'image/jpeg';
  const opened = await openStored(scope, { callId, imageFileName: url?.split('/').at(-1) ?? '', sending }, claim, type);
  sending?.signal.throwIfAborted();
  return opened;
}

export const callPicsQuery = (callId: string) =>
  queryOptions({ queryKey: ['call', callId, 'pics'], queryFn: () => api.listCallPics({ id: callId }) });

/** The picture of a snapshot. */
export const pictureQuery = (pic: CallPic) =>
  queryOptions({
    queryKey: ['picture', pic.callUniqueId, pic.uniqueId],
    queryFn: (context) => {
      const { callUniqueId: callId, imageFileName, contactUniqueId: authorId, cryptoSchema: scheme, date } = pic;
      const claim = { scheme, authorId, place: picPlace(pic), date };
      return openStored(scopeOf(context), { callId, imageFileName }, claim, 'image/jpeg');
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PICTURE_KEPT_MS,
  });
