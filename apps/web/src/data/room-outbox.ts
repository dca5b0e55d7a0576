/**
 * What one writes in rooms, until the server has it: sent in order, kept sealed on the device so that neither a reload nor a
 * net that is away loses it, and there once however often it was sent (`clientId`). Files don't hold up what is written.
 */
import { type Cipher, createOutbox, mayPass, type Recipient, type Sending, type UnsentStore } from '@earth/calls';
import { type CallInput, isGenuine, type RoomMessage, type SealedPlace, type sendRoomMessage } from '@earth/contracts';
import { createStore } from 'zustand/vanilla';
import { ApiError } from './api-error';

export interface OutgoingFile {
  readonly name: string;
  /** Bytes; null: it was left by a page that is gone. */
  readonly size: number | null;
  readonly blob: File | null;
  /** How much of it is sent, from 0 to 1. */
  readonly gone: number;
}

export interface Outgoing {
  readonly clientId: string;
  readonly roomId: string;
  /** Of a file: what is said of it, mostly its name. */
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
  /** Who writes. */
  readonly me: Recipient;
  readonly maxFileBytes: number;
  readonly store: UnsentStore<RoomUnsent>;
  readonly cipher: Pick<Cipher, 'schemeFor' | 'sealText' | 'sealFile' | 'openText'>;
  /** The small one of a large picture; null: there is none. */
  readonly makePreview: (file: File) => Promise<Blob | null>;
  readonly createId: () => string;
  /** The people of a room. Rejects where the server has to be asked and cannot be. @param anew as they are just now */
  readonly recipients: (roomId: string, anew: boolean) => Promise<readonly Recipient[]>;
  /** The same, as far as they are known here. */
  readonly knownRecipients: (roomId: string) => readonly Recipient[];
  readonly send: (fields: Fields, sending?: Sending) => Promise<RoomMessage>;
  /** The server has it. Resolves when it stands in the conversation. */
  readonly onStored: (message: RoomMessage, text: string) => Promise<void>;
}

const placeOf = (kind: 'message' | 'file' | 'preview', item: Pick<Outgoing, 'roomId' | 'clientId'>): SealedPlace => ({
  kind,
  within: item.roomId,
  id: item.clientId,
});

class PageRoomOutbox {
  readonly outgoing = createStore<{ readonly items: readonly Outgoing[] }>(() => ({ items: [] }));
  readonly #ports: RoomOutboxPorts;
  readonly #texts;
  readonly #files;
  /** What stops a file on its way, by its message. */
  readonly #uploads = new Map<string, AbortController>();
  /** As it was kept by a page that is gone. */
  readonly #left = new Map<string, Fields>();
  /** Sealed as soon as it was written: for whom, and as what. */
  readonly #begun = new Map<string, { readonly whom: string; readonly fields: Promise<Fields | undefined> }>();

  constructor(ports: RoomOutboxPorts) {
    this.#ports = ports;
    this.#texts = createOutbox(ports);
    this.#files = createOutbox(ports);
  }

  send(roomId: string, text: string) {
    this.#begin(this.#make(roomId, text));
  }

  /** One that is too large stays in the list, so that it is said of which file. @param text what is said of it under seal */
  sendFile(roomId: string, blob: File, text = blob.name) {
    const { name, size } = blob;
    const state = size > this.#ports.maxFileBytes ? 'tooLarge' : 'sending';
    this.#begin({ ...this.#make(roomId, text), file: { name, size, blob, gone: 0 }, state });
  }

  /** Sends again what the server refused. */
  retry(clientId: string) {
    const item = this.#find(clientId);
    if (item?.state !== 'failed') return;
    this.#change(clientId, { state: 'sending' });
    this.#post(item);
  }

  /** It is not sent. What the server has already stays. */
  withdraw(clientId: string) {
    const upload = this.#uploads.get(clientId);
    this.#drop(clientId);
    upload?.abort();
  }

  /** Sends what pages that are gone have left. */
  async takeUp(): Promise<void> {
    const { cipher, me: sender, store } = this.#ports;
    for (const { fields, date } of await store.takeUp()) {
      const { clientId, id: roomId, message, fileName } = fields;
      const place = placeOf('message', { roomId, clientId });
      const text = await cipher.openText(fields.cryptoSchema, message, { sender, place });
      if (text === null || !isGenuine(text)) {
        await store.drop(clientId);
        continue;
      }
      this.#left.set(clientId, fields);
      const file = fileName === undefined ? null : { name: fileName, size: null, blob: null, gone: 0 };
      this.#add({ clientId, roomId, text, date, file, state: 'sending' });
    }
  }

  stop() {
    this.#texts.stop();
    this.#files.stop();
    for (const upload of this.#uploads.values()) upload.abort();
    // What is being sealed just now finds nothing any more: it is neither sent nor kept.
    this.outgoing.setState({ items: [] });
  }

  #make(roomId: string, text: string): Outgoing {
    const { clock, createId } = this.#ports;
    const date = new Date(clock.now()).toISOString();
    return { clientId: createId(), roomId, text, date, file: null, state: 'sending' };
  }

  #find(clientId: string) {
    return this.outgoing.getState().items.find((item) => item.clientId === clientId);
  }

  #change(clientId: string, changed: Partial<Outgoing>) {
    const items = this.outgoing
      .getState()
      .items.map((item) => (item.clientId === clientId ? { ...item, ...changed } : item));
    this.outgoing.setState({ items });
  }

  #drop(clientId: string) {
    this.outgoing.setState(({ items }) => ({ items: items.filter((item) => item.clientId !== clientId) }));
    this.#uploads.delete(clientId);
    this.#left.delete(clientId);
    this.#begun.delete(clientId);
    void this.#ports.store.drop(clientId);
  }

  #begin(item: Outgoing) {
    const known = this.#ports.knownRecipients(item.roomId);
    this.#add(item);
    // Before anything is asked of the server: the page may be gone first.
    if (item.state === 'tooLarge' || known.length === 0) return;
    const fields = this.#sealAndKeep(item, known).catch(() => undefined);
    this.#begun.set(item.clientId, { whom: JSON.stringify(known), fields });
  }

  #add(item: Outgoing) {
    this.outgoing.setState(({ items }) => ({ items: [...items, item] }));
    if (item.state !== 'tooLarge') this.#post(item);
  }

  #post({ clientId, file }: Outgoing) {
    (file ? this.#files : this.#texts).add({
      run: () => this.#run(clientId),
      onWaiting: () => this.#change(clientId, { state: 'waiting' }),
      onFailed: (failure) => {
        // From the next page too.
        if (!mayPass(failure)) void this.#ports.store.drop(clientId);
        this.#change(clientId, { state: failure.error === 'tooLarge' ? 'tooLarge' : 'failed' });
      },
    });
  }

  async #run(clientId: string): Promise<void> {
    const item = this.#find(clientId);
    // Taken back while it waited.
    if (!item) return;
    this.#change(clientId, { state: 'sending' });
    try {
      const stored = await this.#send(item, false).catch((error: unknown) => {
        // Somebody has left the room: it is sealed for those who are in it.
        if (error instanceof ApiError && error.error === 'recipientUnknown') return this.#send(item, true);
        throw error;
      });
      // It is shown as one's own until it stands in the conversation.
      await this.#ports.onStored(stored, item.text);
      this.#drop(clientId);
    } catch (error) {
      // Taken back on its way: it is no failure.
      if (!this.#find(clientId)) return;
      throw error;
    }
  }

  async #send(item: Outgoing, anew: boolean): Promise<RoomMessage> {
    const { clientId, file, roomId } = item;
    // Its file is not here any more: it goes as it was sealed.
    const kept = file && !file.blob ? this.#left.get(clientId) : undefined;
    const fields = kept ?? (await this.#seal(item, await this.#ports.recipients(roomId, anew)));
    if (!this.#find(clientId)) throw new Error('Taken back while it was sealed');
    if (!file) return this.#ports.send(fields);
    const upload = new AbortController();
    this.#uploads.set(clientId, upload);
    return this.#ports.send(fields, {
      onProgress: (gone) => this.#change(clientId, { file: { ...file, gone } }),
      signal: upload.signal,
    });
  }

  /** As it was begun, where that was for the same people. */
  async #seal(item: Outgoing, recipients: readonly Recipient[]): Promise<Fields> {
    const begun = this.#begun.get(item.clientId);
    this.#begun.delete(item.clientId);
    const fields = begun?.whom === JSON.stringify(recipients) ? await begun.fields : undefined;
    return fields ?? this.#sealAndKeep(item, recipients);
  }

  async #sealAndKeep(item: Outgoing, recipients: readonly Recipient[]): Promise<Fields> {
    const { cipher, makePreview, store } = this.#ports;
    const { clientId, roomId: id, text, date, file } = item;
    const cryptoSchema = await cipher.schemeFor(recipients);
    const message = await cipher.sealText(cryptoSchema, text, recipients, placeOf('message', item));
    const sealed = { id, message, cryptoSchema, clientId };
    const sealAs = (kind: 'file' | 'preview', blob: Blob) =>
      cipher.sealFile(cryptoSchema, blob, recipients, placeOf(kind, item));
    const sealFile = async (blob: File) => {
      const [base64File, small] = await Promise.all([sealAs('file', blob), makePreview(blob)]);
      return { fileName: blob.name, base64File, ...(small && { base64Preview: await sealAs('preview', small) }) };
    };
    const fields = { ...sealed, ...(file?.blob && (await sealFile(file.blob))) };
    // Taken back, or sent, meanwhile.
    if (this.#find(clientId)) await store.keep({ fields, date });
    return fields;
  }
}

export type RoomOutbox = Pick<
  PageRoomOutbox,
  'outgoing' | 'send' | 'sendFile' | 'retry' | 'withdraw' | 'takeUp' | 'stop'
>;

export const createRoomOutbox = (ports: RoomOutboxPorts): RoomOutbox => new PageRoomOutbox(ports);
