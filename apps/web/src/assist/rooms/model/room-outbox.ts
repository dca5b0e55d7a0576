/**
 * What one writes in rooms, until the server has it: sent in order, kept sealed on the device so that neither a reload nor a
 * net that is away loses it, and there once however often it was sent (`clientId`). Files don't hold up what is written.
 */
import { createOutbox, mayPass, type Recipient, type Sending } from '@earth/calls';
import {
  type CallInput,
  isGenuine,
  type RoomMessage,
  type SealedOrigin,
  type SealedPlace,
  type Sealer,
  type sendRoomMessage,
} from '@earth/contracts';
import { createStore } from 'zustand/vanilla';
import type { PageCipher } from '../../../platform/crypto/cipher';
import { untilForAll } from '../../../platform/crypto/resealing';
import type { SharedUnsentStore } from '../../../platform/storage/unsent';

export interface OutgoingFile {
  readonly name: string;
  /** Bytes; null: it was left by a page that is gone. */
  readonly size: number | null;
  readonly blob: File | null;
  /** How much of it is sent, from 0 to 1; null: it is being sealed, or waits for its turn. */
  readonly gone: number | null;
}

export interface Outgoing {
  readonly clientId: string;
  readonly roomId: string;
  /** Of a file: what is said of it, mostly its name. */
  readonly text: string;
  readonly date: string;
  readonly file: OutgoingFile | null;
  /** `waiting`: the net is away; it goes by itself. `failed`: the server refused it. `tooLarge`: it never takes it. */
  readonly state: 'sending' | 'waiting' | Refused;
}

type Refused = 'failed' | 'tooLarge';

type Fields = CallInput<typeof sendRoomMessage> & { readonly clientId: string };

export interface RoomUnsent {
  readonly fields: Fields;
  readonly date: string;
  /** The server refused it: it is shown, and goes when one says so. */
  readonly refused?: Refused;
}

interface Sealed {
  /** For whom, and who is left out, to be compared; null: it was left by a page that is gone, and is sealed anew, since the people may be others. */
  readonly whom: string | null;
  readonly fields: Fields;
}

export interface RoomOutboxPorts extends Pick<Parameters<typeof createOutbox>[0], 'clock' | 'realtime'> {
  /** Who writes, with the keys of before: what was left may be signed by those. */
  readonly me: Sealer;
  readonly maxFileBytes: number;
  readonly store: SharedUnsentStore<RoomUnsent>;
  readonly cipher: Pick<
    PageCipher,
    'mustAsk' | 'findReaders' | 'schemeFor' | 'sealText' | 'sealFileUntil' | 'openText' | 'openFile'
  >;
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

/**
 * What was left on this device is one's own, by whichever of one's bundles it was signed: it is sealed anew before it goes, and its
 * date is by another clock than the server's, which says when a bundle ended.
 */
const originOf = (sender: Sealer, place: SealedPlace): SealedOrigin => ({ sender, place, date: null });

class PageRoomOutbox {
  readonly outgoing = createStore<{ readonly items: readonly Outgoing[] }>(() => ({ items: [] }));
  readonly #ports: RoomOutboxPorts;
  readonly #texts;
  readonly #files;
  /** What stops each message on its way. */
  readonly #stops = new Map<string, AbortController>();
  /** Sealed as soon as it was written, or by a page that is gone. Undefined: it could not be. */
  readonly #sealed = new Map<string, Promise<Sealed | undefined>>();
  /** What pages that are gone have left, and has not been opened yet. */
  readonly #untaken: RoomUnsent[] = [];
  #taking: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** When the last one was written: no two at once, so that they have an order for whoever takes them up. */
  #lastMoment = Number.NEGATIVE_INFINITY;

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
    this.#begin({ ...this.#make(roomId, text), file: { name, size, blob, gone: null }, state });
  }

  /** Sends again what the server refused. */
  retry(clientId: string) {
    const item = this.#find(clientId);
    if (item?.state !== 'failed') return;
    this.#change(clientId, { state: 'sending' });
    void this.#keep(item);
    this.#post(item);
  }

  /** It is not sent. What the server has already stays. */
  withdraw(clientId: string) {
    const stop = this.#stops.get(clientId);
    this.#drop(clientId);
    stop?.abort();
  }

  /** Sends what pages that are gone have left, one call after the other. Rejects where it cannot be opened just now. */
  takeUp(): Promise<void> {
    const take = () => this.#takeLeft();
    this.#taking = this.#taking.then(take, take);
    return this.#taking;
  }

  stop() {
    this.#isStopped = true;
    this.#texts.stop();
    this.#files.stop();
    for (const stop of this.#stops.values()) stop.abort();
    // What is being sealed just now finds nothing any more: it is neither sent nor kept.
    this.outgoing.setState({ items: [] });
  }

  async #takeLeft(): Promise<void> {
    this.#untaken.push(...(await this.#ports.store.takeUp()));
    for (let left = this.#untaken[0]; left; left = this.#untaken[0]) {
      await this.#take(left);
      this.#untaken.shift();
    }
  }

  async #take({ fields, date, refused }: RoomUnsent): Promise<void> {
    const { cipher, me: sender, store } = this.#ports;
    const { clientId, id: roomId, message, fileName } = fields;
    const place = placeOf('message', { roomId, clientId });
    const text = await cipher.openText(fields.cryptoSchema, message, originOf(sender, place));
    // Opened when the session had ended: it goes nowhere.
    if (this.#isStopped) return;
    // Not by the keys of this page: another one may have them.
    if (text === null) return store.leave(clientId);
    if (!isGenuine(text)) return store.drop(clientId);
    this.#sealed.set(clientId, Promise.resolve({ whom: null, fields }));
    const file = fileName === undefined ? null : { name: fileName, size: null, blob: null, gone: null };
    this.#add({ clientId, roomId, text, date, file, state: refused ?? 'sending' });
  }

  #make(roomId: string, text: string): Outgoing {
    const { clock, createId } = this.#ports;
    this.#lastMoment = Math.max(clock.now(), this.#lastMoment + 1);
    const date = new Date(this.#lastMoment).toISOString();
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
    this.#stops.delete(clientId);
    this.#sealed.delete(clientId);
    void this.#ports.store.drop(clientId);
  }

  #begin(item: Outgoing) {
    this.#add(item, () => {
      // Before anything is asked of the server: the page may be gone first.
      const fields = this.#firstReaders(item).then((readers) => this.#sealAndKeep(item, readers));
      this.#sealed.set(
        item.clientId,
        fields.catch(() => undefined),
      );
    });
  }

  /**
   * Sealing for others may ask the person about changed keys, and the page may be gone before the answer: a text is kept for oneself
   * first, and sealed anew when it is sent. A file, which may be large, is sealed once where nothing has to be asked.
   */
  async #firstReaders({ roomId, file }: Outgoing): Promise<readonly Recipient[]> {
    const { cipher, knownRecipients, me } = this.#ports;
    const known = knownRecipients(roomId);
    if (file && known.length > 0 && !(await cipher.mustAsk(known))) return known;
    return [{ uniqueId: me.uniqueId, publicKey: me.publicKey }];
  }

  /** @param seal of what is not sealed yet */
  #add(item: Outgoing, seal = () => {}) {
    this.outgoing.setState(({ items }) => ({ items: [...items, item] }));
    this.#stops.set(item.clientId, new AbortController());
    if (item.state !== 'sending') return;
    seal();
    this.#post(item);
  }

  #post({ clientId, file }: Outgoing) {
    (file ? this.#files : this.#texts).add({
      run: () => this.#run(clientId),
      onWaiting: () => this.#change(clientId, { state: 'waiting' }),
      onFailed: (failure) => {
        const state = failure.error === 'tooLarge' ? 'tooLarge' : 'failed';
        this.#change(clientId, { state });
        const item = this.#find(clientId);
        // What the server failed at goes by itself from the next page.
        if (item && !mayPass(failure)) void this.#keep(item, state);
      },
    });
  }

  /** Keeps it for the next page, as what that is to make of it. */
  async #keep({ clientId, date }: Outgoing, refused?: Refused): Promise<void> {
    const sealed = await this.#sealed.get(clientId);
    if (!sealed || !this.#find(clientId)) return;
    await this.#ports.store.keep({ fields: sealed.fields, date, ...(refused && { refused }) });
  }

  async #run(clientId: string): Promise<void> {
    const item = this.#find(clientId);
    // Taken back while it waited.
    if (!item) return;
    this.#change(clientId, { state: 'sending' });
    try {
      // Where somebody has come into the room, or left it, it is sealed for those who are in it.
      const stored = await untilForAll((isFirst) => this.#send(clientId, !isFirst));
      // It is shown as one's own until it stands in the conversation.
      await this.#ports.onStored(stored, item.text);
      this.#drop(clientId);
    } catch (error) {
      // Taken back on its way: it is no failure.
      if (!this.#find(clientId)) return;
      throw error;
    }
  }

  async #send(clientId: string, anew: boolean): Promise<RoomMessage> {
    const fields = await this.#fieldsOf(clientId, anew);
    const item = this.#find(clientId);
    const signal = this.#stops.get(clientId)?.signal;
    if (!item || !signal) throw new Error('Taken back while it was sealed');
    const { file } = item;
    if (!file) return this.#ports.send(fields);
    const onProgress = (gone: number) => this.#change(clientId, { file: { ...file, gone } });
    onProgress(0);
    return this.#ports.send(fields, { onProgress, signal });
  }

  /** As it was sealed, where that was for the same people, and nobody is left out, or let in again, since. */
  async #fieldsOf(clientId: string, anew: boolean): Promise<Fields> {
    const sealed = await this.#sealed.get(clientId);
    const item = this.#find(clientId);
    if (!item) throw new Error('Taken back while it was sealed');
    const recipients = await this.#ports.recipients(item.roomId, anew);
    if (sealed && sealed.whom !== null) {
      const readers = await this.#ports.cipher.findReaders(sealed.fields.cryptoSchema, recipients);
      if (sealed.whom === JSON.stringify(readers)) return sealed.fields;
    }
    const whole = sealed ? await this.#withFile(item, sealed.fields) : item;
    const made = await this.#sealAndKeep(whole, recipients);
    if (this.#find(clientId)) this.#sealed.set(clientId, Promise.resolve(made));
    return made.fields;
  }

  /** With the file that a page that is gone has sealed. */
  async #withFile(item: Outgoing, { cryptoSchema, base64File, fileName = '' }: Fields): Promise<Outgoing> {
    if (!item.file || item.file.blob || base64File === undefined) return item;
    const { cipher, me: sender } = this.#ports;
    const opened = await cipher.openFile(
      cryptoSchema,
      base64File,
      originOf(sender, { ...placeOf('file', item), fileName }),
    );
    if (!opened || !isGenuine(opened)) throw new Error('What was left does not open');
    const blob = new File([opened], fileName);
    const file = { ...item.file, blob, size: blob.size };
    this.#change(item.clientId, { file });
    return { ...item, file };
  }

  async #sealAndKeep(item: Outgoing, people: readonly Recipient[]): Promise<Sealed> {
    const { cipher, makePreview, store } = this.#ports;
    const { clientId, roomId: id, text, date, file } = item;
    const sealFileAs = cipher.sealFileUntil(this.#stops.get(clientId)?.signal ?? AbortSignal.abort());
    const cryptoSchema = await cipher.schemeFor(people);
    const recipients = await cipher.findReaders(cryptoSchema, people);
    const message = await cipher.sealText(cryptoSchema, text, recipients, placeOf('message', item));
    const sealed = { id, message, cryptoSchema, clientId };
    const sealAs = (part: Blob, place: SealedPlace) => sealFileAs(cryptoSchema, part, recipients, place);
    const sealFile = async (blob: File) => {
      const [base64File, small] = await Promise.all([
        sealAs(blob, { ...placeOf('file', item), fileName: blob.name }),
        makePreview(blob),
      ]);
      const base64Preview = small && (await sealAs(small, placeOf('preview', item)));
      return { fileName: blob.name, fileSize: blob.size, base64File, ...(base64Preview && { base64Preview }) };
    };
    const fields = { ...sealed, ...(file?.blob && (await sealFile(file.blob))) };
    // Taken back, or sent, meanwhile.
    if (this.#find(clientId)) await store.keep({ fields, date });
    return { whom: JSON.stringify(recipients), fields };
  }
}

export type RoomOutbox = Pick<
  PageRoomOutbox,
  'outgoing' | 'send' | 'sendFile' | 'retry' | 'withdraw' | 'takeUp' | 'stop'
>;

export const createRoomOutbox = (ports: RoomOutboxPorts): RoomOutbox => new PageRoomOutbox(ports);
