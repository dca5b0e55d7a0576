/**
 * What one writes in rooms, until the server has it: sent in order, kept sealed on the device so that neither a reload nor a
 * net that is away loses it, and there once however often it was sent (`clientId`). Files don't hold up what is written.
 */
import { type Cipher, createOutbox, type Recipient, type Sending } from '@earth/calls';
import type { CallInput, RoomMessage, sendRoomMessage } from '@earth/contracts';
import { createStore } from 'zustand/vanilla';
import { ApiError } from './api-error';
import type { UnsentStore } from './unsent';

export interface OutgoingFile {
  readonly name: string;
  /** Bytes; null: it was left by a page that is gone. */
  readonly size: number | null;
  readonly blob: Blob | null;
  /** How much of it is sent, from 0 to 1. */
  readonly gone: number;
}

export interface Outgoing {
  readonly clientId: string;
  readonly roomId: string;
  /** Of a file: its name. */
  readonly text: string;
  readonly date: string;
  readonly file: OutgoingFile | null;
  /** `waiting`: the net is away; it goes by itself. `failed`: the server refused it. `tooLarge`: it never takes it. */
  readonly state: 'sending' | 'waiting' | 'failed' | 'tooLarge';
}

type Fields = CallInput<typeof sendRoomMessage> & { readonly clientId: string };

export interface RoomUnsent {
  readonly fields: Fields;
  readonly date: string;
}

export interface RoomOutboxPorts extends Pick<Parameters<typeof createOutbox>[0], 'clock' | 'realtime'> {
  readonly cryptoSchema: 0 | 1;
  readonly maxFileBytes: number;
  readonly store: UnsentStore<RoomUnsent>;
  readonly cipher: Pick<Cipher, 'sealText' | 'sealFile' | 'openText'>;
  readonly createId: () => string;
  /** The people of a room. Rejects where the server has to be asked and cannot be. @param anew as they are just now */
  readonly recipients: (roomId: string, anew: boolean) => Promise<readonly Recipient[]>;
  /** The same, as far as they are known here. */
  readonly knownRecipients: (roomId: string) => readonly Recipient[];
  readonly send: (fields: Fields, sending?: Sending) => Promise<RoomMessage>;
  /** The server has it. */
  readonly onStored: (message: RoomMessage, text: string) => void;
}

const isRefusedFor = (error: unknown, name: string) => error instanceof ApiError && error.error === name;

export function createRoomOutbox(ports: RoomOutboxPorts) {
  const { cipher, cryptoSchema, store } = ports;
  const outgoing = createStore<{ readonly items: readonly Outgoing[] }>(() => ({ items: [] }));
  const texts = createOutbox(ports);
  const files = createOutbox(ports);
  /** What stops a file on its way, by its message. */
  const uploads = new Map<string, AbortController>();
  /** As it was kept by a page that is gone. */
  const left = new Map<string, Fields>();

  const find = (clientId: string) => outgoing.getState().items.find((item) => item.clientId === clientId);
  const change = (clientId: string, changed: Partial<Outgoing>) =>
    outgoing.setState(({ items }) => ({
      items: items.map((item) => (item.clientId === clientId ? { ...item, ...changed } : item)),
    }));

  function drop(clientId: string) {
    outgoing.setState(({ items }) => ({ items: items.filter((item) => item.clientId !== clientId) }));
    uploads.delete(clientId);
    left.delete(clientId);
    void store.drop(clientId);
  }

  async function seal(
    { clientId, roomId: id, text, file }: Outgoing,
    recipients: readonly Recipient[],
  ): Promise<Fields> {
    const message = await cipher.sealText(text, recipients);
    const fields = { id, message, cryptoSchema, clientId };
    if (!file?.blob) return fields;
    return { ...fields, fileName: file.name, base64File: await cipher.sealFile(file.blob, recipients) };
  }

  async function sealAndKeep(item: Outgoing, recipients: readonly Recipient[]): Promise<Fields> {
    const fields = await seal(item, recipients);
    // Taken back, or sent, meanwhile.
    if (find(item.clientId)) await store.keep({ fields, date: item.date });
    return fields;
  }

  async function sendOnce(item: Outgoing, anew: boolean): Promise<RoomMessage> {
    // Its file is not here any more: it goes as it was sealed.
    const kept = item.file && !item.file.blob ? left.get(item.clientId) : undefined;
    const fields = kept ?? (await sealAndKeep(item, await ports.recipients(item.roomId, anew)));
    if (!item.file) return ports.send(fields);
    const upload = new AbortController();
    uploads.set(item.clientId, upload);
    const onProgress = (gone: number) => {
      const file = find(item.clientId)?.file;
      if (file) change(item.clientId, { file: { ...file, gone } });
    };
    return ports.send(fields, { onProgress, signal: upload.signal });
  }

  async function run(clientId: string): Promise<void> {
    const item = find(clientId);
    // Taken back while it waited.
    if (!item) return;
    change(clientId, { state: 'sending' });
    try {
      const stored = await sendOnce(item, false).catch((error: unknown) => {
        // Somebody has left the room: it is sealed for those who are in it.
        if (isRefusedFor(error, 'recipientUnknown')) return sendOnce(item, true);
        throw error;
      });
      ports.onStored(stored, item.text);
      drop(clientId);
    } catch (error) {
      // Taken back on its way: it is no failure.
      if (find(clientId)) throw error;
    }
  }

  function post({ clientId, file }: Outgoing) {
    (file ? files : texts).add({
      run: () => run(clientId),
      onWaiting: () => change(clientId, { state: 'waiting' }),
      onFailed({ code, error }) {
        // What the server failed at may yet be taken, from the next page too.
        if (code < 500) void store.drop(clientId);
        change(clientId, { state: error === 'tooLarge' ? 'tooLarge' : 'failed' });
      },
    });
  }

  function begin(item: Outgoing) {
    outgoing.setState(({ items }) => ({ items: [...items, item] }));
    if (item.state === 'tooLarge') return;
    const known = ports.knownRecipients(item.roomId);
    // Before anything is asked of the server: the page may be gone first.
    if (known.length > 0) void sealAndKeep(item, known).catch(() => undefined);
    post(item);
  }

  const make = (roomId: string, text: string): Outgoing => ({
    clientId: ports.createId(),
    roomId,
    text,
    date: new Date(ports.clock.now()).toISOString(),
    file: null,
    state: 'sending',
  });

  return {
    outgoing,
    send(roomId: string, text: string) {
      begin(make(roomId, text));
    },
    /** One that is too large stays in the list, so that it is said of which file. */
    sendFile(roomId: string, file: File) {
      begin({
        ...make(roomId, file.name),
        file: { name: file.name, size: file.size, blob: file, gone: 0 },
        state: file.size > ports.maxFileBytes ? 'tooLarge' : 'sending',
      });
    },
    /** Sends again what the server refused. */
    retry(clientId: string) {
      const item = find(clientId);
      if (item?.state !== 'failed') return;
      change(clientId, { state: 'sending' });
      post(item);
    },
    /** It is not sent. What the server has already stays. */
    withdraw(clientId: string) {
      const upload = uploads.get(clientId);
      drop(clientId);
      upload?.abort();
    },
    /** Sends what pages that are gone have left. */
    async takeUp(): Promise<void> {
      for (const { fields, date } of await store.takeUp()) {
        const { clientId, id: roomId, message, fileName } = fields;
        const text = await cipher.openText(fields.cryptoSchema, message);
        if (text === null) void store.drop(clientId);
        else {
          left.set(clientId, fields);
          const file = fileName === undefined ? null : { name: fileName, size: null, blob: null, gone: 0 };
          const item: Outgoing = { clientId, roomId, text, date, file, state: 'sending' };
          outgoing.setState(({ items }) => ({ items: [...items, item] }));
          post(item);
        }
      }
    },
    stop() {
      texts.stop();
      files.stop();
      for (const upload of uploads.values()) upload.abort();
    },
  };
}

export type RoomOutbox = ReturnType<typeof createRoomOutbox>;
