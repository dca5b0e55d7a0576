/** What stays of a call, asked of the server and opened on this device. */
import type { Cipher } from '@earth/calls';
import type { CallMessage, CallPic, StoredFile } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
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

/** `text` null: not sealed for the reader. */
export interface OpenedMessage extends CallMessage {
  readonly text: string | null;
}

export const callMessagesQuery = (callId: string) =>
  queryOptions({
    queryKey: ['call', callId, 'messages'],
    queryFn: async (): Promise<OpenedMessage[]> => {
      const [messages, cipher] = await Promise.all([api.listCallMessages({ id: callId }), loadCipher()]);
      return Promise.all(
        messages.map(async (message) => ({
          ...message,
          text: await cipher.openText(message.cryptoSchema, message.message),
        })),
      );
    },
  });

async function openStored({ cryptoSchema, base64 }: StoredFile, type = ''): Promise<Blob | null> {
  const file = await (await loadCipher()).openFile(cryptoSchema, base64);
  return file && new Blob([file], { type });
}

/** The file of a message. Null: not sealed for the reader. */
export async function openAttachment(message: CallMessage): Promise<Blob | null> {
  const { contentTypeOf, storedNameOf } = await import('@earth/calls');
  const imageFileName = storedNameOf(message) ?? '';
  const file = await api.getCallFile({ callId: message.callUniqueId, imageFileName });
  return openStored(file, contentTypeOf(message.fileName ?? ''));
}

export const callPicsQuery = (callId: string) =>
  queryOptions({ queryKey: ['call', callId, 'pics'], queryFn: () => api.listCallPics({ id: callId }) });

/** A snapshot's picture. Null: not sealed for the reader. */
export const pictureQuery = ({ uniqueId, callUniqueId, imageFileName }: CallPic) =>
  queryOptions({
    queryKey: ['picture', callUniqueId, uniqueId],
    queryFn: async () => openStored(await api.getCallFile({ callId: callUniqueId, imageFileName }), 'image/jpeg'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PICTURE_KEPT_MS,
  });
