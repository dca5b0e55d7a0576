/** What stays of a call, asked of the server and opened on this device. */
import {
  type CallInput,
  type CallMessage,
  type CallPic,
  CryptoSchema,
  type getCallFile,
  isGenuine,
  type NotGenuine,
  type Scheme,
  type SealedOrigin,
  type SealedPlace,
} from '@earth/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { PageCipher } from '../platform/crypto/cipher';
import { api, getConfig, onSessionEnd } from '../platform';
import { noteKeys } from '../platform/crypto/known-keys';

/** A picture that no page shows is forgotten after this time: there may be many, and they are large. */
export const PICTURE_KEPT_MS = 60_000;

/** They keep the keys of who is signed in. */
let cipher: PageCipher | null = null;
let roomCipher: PageCipher | null = null;
onSessionEnd(() => {
  cipher = null;
  roomCipher = null;
});

/** Cryptography is loaded where there is something to open: the first screen needs none. */
export async function loadCipher(): Promise<PageCipher> {
  const { createPageCipher } = await import('../platform/crypto/cipher');
  cipher ??= createPageCipher(getConfig().cryptoSchema);
  return cipher;
}

/** For rooms: the server takes what names everybody who is there. */
export async function loadRoomCipher(): Promise<PageCipher> {
  const { createPageCipher } = await import('../platform/crypto/cipher');
  roomCipher ??= createPageCipher(getConfig().cryptoSchema, { namesAll: true });
  return roomCipher;
}

export const callQuery = (callId: string) =>
  queryOptions({
    queryKey: ['call', callId],
    queryFn: async () => {
      const call = await api.getCall({ id: callId });
      void noteKeys(call.participants.map(({ contact }) => contact));
      return call;
    },
    // No push tells of notes: whoever comes back to the page asks.
    staleTime: 0,
  });

/** Something sealed, where it stands in a call, and whose it is said to be. */
interface Claim {
  readonly scheme: Scheme;
  readonly authorId: string;
  readonly place: SealedPlace;
  /** Since when the server has it; absent: it has not yet. */
  readonly date?: string | undefined;
}

/**
 * Whose something in a call is said to be. Only what is signed needs a key: where the call is not known yet, or not that person
 * in it, it is asked for.
 */
export async function originOf(client: QueryClient, { scheme, authorId, place, date }: Claim): Promise<SealedOrigin> {
  const find = async (staleTime: 'static' | 0) => {
    if (scheme !== CryptoSchema.v2) return undefined;
    const { participants } = await client.query({ ...callQuery(place.within), staleTime });
    return participants.find(({ contact }) => contact.uniqueId === authorId)?.contact;
  };
  // Of one who is not of the call nothing is genuine.
  const sender = (await find('static')) ?? (await find(0)) ?? { uniqueId: authorId, publicKey: '' };
  return { sender, place, date };
}

/** `text` null: not sealed for the reader. */
export interface OpenedMessage extends CallMessage {
  readonly text: string | NotGenuine | null;
}

export const callMessagesQuery = (callId: string) =>
  queryOptions({
    queryKey: ['call', callId, 'messages'],
    queryFn: async ({ client }): Promise<OpenedMessage[]> => {
      const [messages, cipher] = await Promise.all([api.listCallMessages({ id: callId }), loadCipher()]);
      return Promise.all(
        messages.map(async (message) => {
          const { clientId: id, cryptoSchema: scheme, sender, date } = message;
          const place = { kind: 'message', within: callId, id } as const;
          const origin = await originOf(client, { scheme, authorId: sender.uniqueId, place, date });
          return { ...message, text: await cipher.openText(scheme, message.message, origin) };
        }),
      );
    },
  });

/** A file, opened. Null: not sealed for the reader. */
export type OpenedFile = Blob | NotGenuine | null;

async function openStored(
  client: QueryClient,
  asked: CallInput<typeof getCallFile>,
  claim: Claim,
  type: string,
): Promise<OpenedFile> {
  const [{ base64 }, origin, cipher] = await Promise.all([
    api.getCallFile(asked),
    originOf(client, claim),
    loadCipher(),
  ]);
  const file = await cipher.openFile(claim.scheme, base64, origin);
  return file && isGenuine(file) ? new Blob([file], { type }) : file;
}

/** The file of a message: sealed as that says, which names its author, whatever the server says of the file by itself. */
export async function openAttachment(client: QueryClient, message: CallMessage): Promise<OpenedFile> {
  const { contentTypeOf, storedNameOf } = await import('@earth/calls');
  const { callUniqueId: callId, clientId: id, cryptoSchema: scheme, sender, date } = message;
  const type = contentTypeOf(message.fileName ?? '');
  const place = { kind: 'file', within: callId, id, fileName: message.fileName } as const;
  const claim = { scheme, authorId: sender.uniqueId, place, date };
  return openStored(client, { callId, imageFileName: storedNameOf(message) ?? '' }, claim, type);
}

export const callPicsQuery = (callId: string) =>
  queryOptions({ queryKey: ['call', callId, 'pics'], queryFn: () => api.listCallPics({ id: callId }) });

/** A snapshot's picture. */
export const pictureQuery = ({ callUniqueId: callId, imageFileName, ...pic }: CallPic) =>
  queryOptions({
    queryKey: ['picture', callId, pic.uniqueId],
    queryFn: ({ client }) => {
      const { clientId: id, contactUniqueId: authorId, cryptoSchema: scheme, date } = pic;
      const claim = { scheme, authorId, place: { kind: 'pic', within: callId, id }, date } as const;
      return openStored(client, { callId, imageFileName }, claim, 'image/jpeg');
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PICTURE_KEPT_MS,
  });
