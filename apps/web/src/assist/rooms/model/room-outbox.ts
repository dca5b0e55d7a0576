/**
 * Outbox of rooms: sends messages in order, and stores them sealed on the device, so that they survive a reload and being
 * offline. The `clientId` makes sending idempotent. Files have a separate queue, so that they do not delay texts.
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
  /** Bytes; null: the file was left by a closed page. */
  readonly size: number | null;
  readonly blob: File | null;
  /** Upload progress from 0 to 1; null: it is being sealed, or waits in the queue. */
  readonly gone: number | null;
}

export interface Outgoing {
  readonly clientId: string;
  readonly roomId: string;
  /** The text; of a file its description, usually its name. */
  readonly text: string;
  readonly date: string;
  readonly file: OutgoingFile | null;
  /** `waiting`: offline, sent automatically. `failed`: the server refused it. `tooLarge`: the server never accepts it. */
  readonly state: 'sending' | 'waiting' | Refused;
}

type Refused = 'failed' | 'tooLarge';

type Fields = CallInput<typeof sendRoomMessage> & { readonly clientId: string };

export interface RoomUnsent {
  readonly fields: Fields;
  readonly date: string;
  /** The server has refused it: it is shown, and sent again only on request. */
  readonly refused?: Refused;
}

interface Sealed {
  /** The recipients and those left out, for comparison; null: left by a closed page, to be sealed again, because the members may differ. */
  readonly whom: string | null;
  readonly fields: Fields;
}

export interface RoomOutboxPorts extends Pick<Parameters<typeof createOutbox>[0], 'clock' | 'realtime'> {
  /** The author, with former keys, which may have signed what was left. */
  readonly me: Sealer;
  readonly maxFileBytes: number;
  readonly store: SharedUnsentStore<RoomUnsent>;
  readonly cipher: Pick<
    PageCipher,
    'mustAsk' | 'findReaders' | 'schemeFor' | 'sealText' | 'sealFileUntil' | 'openText' | 'openFile'
  >;
  /** The preview of a large picture; null: there is none. */
  readonly makePreview: (file: File) => Promise<Blob | null>;
  readonly createId: () => string;
  /** The members of a room. Rejects if the server is needed and unreachable. @param anew fetches them again */
  readonly recipients: (roomId: string, anew: boolean) => Promise<readonly Recipient[]>;
  /** The members, as far as they are known here. */
  readonly knownRecipients: (roomId: string) => readonly Recipient[];
  readonly send: (fields: Fields, sending?: Sending) => Promise<RoomMessage>;
  /** Called when the server has it. Resolves when it is in the conversation. */
  readonly onStored: (message: RoomMessage, text: string) => Promise<void>;
}

const placeOf = (kind: 'message' | 'file' | 'preview', item: Pick<Outgoing, 'roomId' | 'clientId'>): SealedPlace => ({
  kind,
  within: item.roomId,
  id: item.clientId,
});

/**
 * A message left on this device is the user's own, whichever of their key bundles signed it. Its date is this device's, which
 * cannot be compared with the server's end dates of key bundles. It is sealed again before it is sent.
 */
const originOf = (sender: Sealer, place: SealedPlace): SealedOrigin => ({ sender, place, date: null });

class PageRoomOutbox {
  readonly outgoing = createStore<{ readonly items: readonly Outgoing[] }>(() => ({ items: [] }));
  readonly #ports: RoomOutboxPorts;
  readonly #texts;
  readonly #files;
  /** Aborts each message that is being sent. */
  readonly #stops = new Map<string, AbortController>();
  /** Sealed when it was written, or by a closed page. Undefined: sealing failed. */
  readonly #sealed = new Map<string, Promise<Sealed | undefined>>();
  /** Messages left by closed pages that are not decrypted yet. */
  readonly #unclaimed: RoomUnsent[] = [];
  #claiming: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** The date of the last message. No two are equal, so that the next page can keep their order. */
  #lastMoment = Number.NEGATIVE_INFINITY;

  constructor(ports: RoomOutboxPorts) {
    this.#ports = ports;
    this.#texts = createOutbox(ports);
    this.#files = createOutbox(ports);
  }

  send(roomId: string, text: string) {
    this.#begin(this.#make(roomId, text));
  }

  /** A file that is too large stays in the list, so that the user sees which one. @param text its sealed description */
  sendFile(roomId: string, blob: File, text = blob.name) {
    const { name, size } = blob;
    const state = size > this.#ports.maxFileBytes ? 'tooLarge' : 'sending';
    this.#begin({ ...this.#make(roomId, text), file: { name, size, blob, gone: null }, state });
  }

  /** Sends a message again that the server has refused. */
  retry(clientId: string) {
    const item = this.#find(clientId);
    if (item?.state !== 'failed') return;
    this.#change(clientId, { state: 'sending' });
    void this.#keep(item);
    this.#post(item);
  }

  /** Stops sending a message. One that the server has already stays. */
  withdraw(clientId: string) {
    const stop = this.#stops.get(clientId);
    this.#drop(clientId);
    stop?.abort();
  }

  /** Sends what closed pages have left; calls run one after another. Rejects if something cannot be decrypted now. */
  takeUp(): Promise<void> {
    const claim = () => this.#claimLeft();
    this.#claiming = this.#claiming.then(claim, claim);
    return this.#claiming;
  }

  stop() {
    this.#isStopped = true;
    this.#texts.stop();
    this.#files.stop();
    for (const stop of this.#stops.values()) stop.abort();
    // A message that is being sealed finds no entry any more, and is neither sent nor stored.
    this.outgoing.setState({ items: [] });
  }

  async #claimLeft(): Promise<void> {
    this.#unclaimed.push(...(await this.#ports.store.takeUp()));
    for (let left = this.#unclaimed[0]; left; left = this.#unclaimed[0]) {
      await this.#take(left);
      this.#unclaimed.shift();
    }
  }

  async #take({ fields, date, refused }: RoomUnsent): Promise<void> {
    const { cipher, me: sender, store } = this.#ports;
    const { clientId, id: roomId, message, fileName } = fields;
    const place = placeOf('message', { roomId, clientId });
    const text = await cipher.openText(fields.cryptoSchema, message, originOf(sender, place));
    // The session ended during decryption: it is not sent.
    if (this.#isStopped) return;
    // Not readable with this page's keys: another page may have the right ones.
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
      // Before any request to the server, because the page may be closed first.
      const fields = this.#firstReaders(item).then((readers) => this.#sealAndKeep(item, readers));
      this.#sealed.set(
        item.clientId,
        fields.catch(() => undefined),
      );
    });
  }

  /**
   * Sealing for others may ask the user about changed keys, and the page may be closed before the answer: a text is first stored
   * for the user alone, and sealed again when it is sent. A file, which may be large, is sealed once if there is nothing to ask.
   */
  async #firstReaders({ roomId, file }: Outgoing): Promise<readonly Recipient[]> {
    const { cipher, knownRecipients, me } = this.#ports;
    const known = knownRecipients(roomId);
    if (file && known.length > 0 && !(await cipher.mustAsk(known))) return known;
    return [{ uniqueId: me.uniqueId, publicKey: me.publicKey }];
  }

  /** @param seal seals what is not sealed yet */
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
        // After a server error the next page sends it automatically.
        if (item && !mayPass(failure)) void this.#keep(item, state);
      },
    });
  }

  /** Stores it for the next page, with the state that it had. */
  async #keep({ clientId, date }: Outgoing, refused?: Refused): Promise<void> {
    const sealed = await this.#sealed.get(clientId);
    if (!sealed || !this.#find(clientId)) return;
    await this.#ports.store.keep({ fields: sealed.fields, date, ...(refused && { refused }) });
  }

  async #run(clientId: string): Promise<void> {
    const item = this.#find(clientId);
    // Withdrawn while it waited.
    if (!item) return;
    this.#change(clientId, { state: 'sending' });
    try {
      // If the members have changed, it is sealed for the present ones.
      const stored = await untilForAll((isFirst) => this.#send(clientId, !isFirst));
      // Shown as outgoing until it is in the conversation.
      await this.#ports.onStored(stored, item.text);
      this.#drop(clientId);
    } catch (error) {
      // Withdrawn while sending is no failure.
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

  /** Reuses the sealed message if its recipients and those left out are the same. */
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

  /** With the file that a closed page has sealed. */
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
    // Withdrawn or sent meanwhile.
    if (this.#find(clientId)) await store.keep({ fields, date });
    return { whom: JSON.stringify(recipients), fields };
  }
}

export type RoomOutbox = Pick<
  PageRoomOutbox,
  'outgoing' | 'send' | 'sendFile' | 'retry' | 'withdraw' | 'takeUp' | 'stop'
>;

export const createRoomOutbox = (ports: RoomOutboxPorts): RoomOutbox => new PageRoomOutbox(ports);
