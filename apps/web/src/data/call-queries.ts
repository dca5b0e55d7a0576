/** What stays of a call, asked of the server and opened on this device. */
import type { Cipher } from '@earth/calls';
import {
  type CallDetails,
  type CallMessage,
  type CallPic,
  isGenuine,
  type NotGenuine,
  type SealedOrigin,
  type SealedPlace,
  type StoredFile,
} from '@earth/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, getConfig, onSessionEnd } from './index';

/** A picture that no page shows is forgotten after this time: there may be many, and they are large. */
export const PICTURE_KEPT_MS = 60_000;

/** It keeps the keys of who is signed in. */
let cipher: Cipher | null = null;
onSessionEnd(() => {
  cipher = null;
});

/** Cryptography is loaded where there is something to open: the first screen needs none. */
export async function loadCipher(): Promise<Cipher> {
  const { createPageCipher } = await import('./cipher');
  cipher ??= createPageCipher(getConfig().cryptoSchema);
  return cipher;
}

export const callQuery = (callId: string) =>
  queryOptions({
    queryKey: ['call', callId],
    queryFn: () => api.getCall({ id: callId }),
    // No push tells of notes: whoever comes back to the page asks.
    staleTime: 0,
  });

/** What stands in a call as somebody's. Of one who is not of the call nothing is genuine. */
export function originIn({ participants }: Pick<CallDetails, 'participants'>, senderId: string, place: SealedPlace) {
  const author = participants.find(({ contact }) => contact.uniqueId === senderId);
  return { sender: author?.contact ?? { uniqueId: senderId, publicKey: '' }, place };
}

/** As `originIn`, of a call that is asked for where it is not known yet. */
export async function originOf(client: QueryClient, senderId: string, place: SealedPlace): Promise<SealedOrigin> {
  const details = await client.query({ ...callQuery(place.within), staleTime: 'static' });
  return originIn(details, senderId, place);
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
          const { clientId, cryptoSchema, sender } = message;
          const origin = await originOf(client, sender.uniqueId, { kind: 'message', within: callId, id: clientId });
          return { ...message, text: await cipher.openText(cryptoSchema, message.message, origin) };
        }),
      );
    },
  });

/** A file, opened. Null: not sealed for the reader. */
export type OpenedFile = Blob | NotGenuine | null;

async function openStored({ cryptoSchema, base64 }: StoredFile, origin: SealedOrigin, type = ''): Promise<OpenedFile> {
  const file = await (await loadCipher()).openFile(cryptoSchema, base64, origin);
  return file && isGenuine(file) ? new Blob([file], { type }) : file;
}

/** The file of a message. */
export async function openAttachment(client: QueryClient, message: CallMessage): Promise<OpenedFile> {
  const { contentTypeOf, storedNameOf } = await import('@earth/calls');
  const { callUniqueId: callId, clientId, sender } = message;
  const [file, origin] = await Promise.all([
    api.getCallFile({ callId, imageFileName: storedNameOf(message) ?? '' }),
    originOf(client, sender.uniqueId, { kind: 'file', within: callId, id: clientId }),
  ]);
  return openStored(file, origin, contentTypeOf(message.fileName ?? ''));
}

export const callPicsQuery = (callId: string) =>
  queryOptions({ queryKey: ['call', callId, 'pics'], queryFn: () => api.listCallPics({ id: callId }) });

/** A snapshot's picture. */
export const pictureQuery = ({ uniqueId, callUniqueId: callId, clientId, contactUniqueId, imageFileName }: CallPic) =>
  queryOptions({
    queryKey: ['picture', callId, uniqueId],
    queryFn: async ({ client }) => {
      const [file, origin] = await Promise.all([
        api.getCallFile({ callId, imageFileName }),
        originOf(client, contactUniqueId, { kind: 'pic', within: callId, id: clientId }),
      ]);
      return openStored(file, origin, 'image/jpeg');
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PICTURE_KEPT_MS,
  });
