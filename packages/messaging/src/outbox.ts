/**
 * Outbox of messages, and of the snapshots and recordings of calls: sends them in order, and stores them sealed on the device, so that they survive
 * a reload and being offline. The `clientId` makes sending idempotent. Files, snapshots and recordings have queues of
 * their own, so that they delay neither texts nor each other.
 */
import { createMutex } from '@earth/async';
import { isGenuine } from '@earth/contracts';
import { type ApiFailure, mayPass } from './api-failure';
import { aboutOf, kindOf } from './left';
import type { Outgoing, RecordedPiece } from './outgoing';
import type {
  MessageFields,
  OutgoingFields,
  PicFields,
  PieceFields,
  Place,
  Recipient,
  Sending,
  Unsent,
  UnsentStore,
} from './ports';
import { retryForRecipients } from './retry-for-recipients';
import { createRetryQueue, type RetryQueuePorts } from './retry-queue';
import { openLeftFile, openLeftText, type Sealed, type SealedText, type SealingPorts, sealOutgoing } from './sealing';

export interface OutboxPorts extends RetryQueuePorts, SealingPorts {
  readonly kind: Place['kind'];
  readonly maxFileBytes: number;
  readonly store: UnsentStore;
  /** Whether what the server refuses stays stored: the next page shows it then. */
  readonly keepsRefused: boolean;
  readonly createId: () => string;
  /** The people of a place. Rejects if the server is needed and unreachable. @param anew fetches them again */
  readonly recipients: (placeId: string, anew: boolean) => Promise<readonly Recipient[]>;
  /** The people of a place, as far as they are known here. */
  readonly knownRecipients: (placeId: string) => readonly Recipient[];
  /** Resolves when the message is in the conversation. @param text of the message */
  readonly sendMessage: (fields: MessageFields, text: string, sending?: Sending) => Promise<void>;
  /** Resolves when the snapshot is shown as stored. */
  readonly sendPic?: (fields: PicFields) => Promise<void>;
  /** Resolves when the piece of a recording is stored. */
  readonly sendPiece?: (fields: PieceFields) => Promise<void>;
  /** Shows a message to others sooner than the server, by the same sealed text. */
  readonly announce?: (item: Outgoing, sealed: SealedText) => void;
  /** Resolves when it is the turn of a text to be sent. */
  readonly turn?: (item: Outgoing) => Promise<void> | undefined;
  readonly onFailed?: (item: Outgoing, failure: ApiFailure) => void;
  /** It was withdrawn while it was sent: the server may have it. */
  readonly onWithdrawnLate?: (item: Outgoing) => void;
}

class MessageOutbox {
  readonly #ports: OutboxPorts;
  readonly #queues;
  readonly #listeners = new Set<() => void>();
  #items: readonly Outgoing[] = [];
  /** Aborts each item that is being sent. */
  readonly #stops = new Map<string, AbortController>();
  /** Sealed when it was written, or by a closed page. Undefined: sealing failed. */
  readonly #sealed = new Map<string, Promise<Sealed | undefined>>();
  /** The storing of each item that this page has sealed. */
  readonly #storing = new Map<string, Promise<void>>();
  /** The server is unreachable for them, whatever they show. */
  readonly #waiting = new Set<string>();
  /** Left by closed pages, and not decrypted yet. */
  readonly #unclaimed: Unsent[] = [];
  readonly #runAlone = createMutex();
  #isStopped = false;
  /** The date of the last item. No two are equal, so that the next page can keep their order. */
  #lastMoment = Number.NEGATIVE_INFINITY;

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
    this.#queues = {
      texts: createRetryQueue(ports),
      files: createRetryQueue(ports),
      pics: createRetryQueue(ports),
      pieces: createRetryQueue(ports),
    };
  }

  /** The outgoing items, in the order in which they were written. */
  readonly items = (): readonly Outgoing[] => this.#items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** @returns the `clientId` */
  send(placeId: string, text: string, about: Pick<Outgoing, 'change' | 'mentions'> = {}): string {
    return this.#begin({ ...this.#make(placeId, text), ...about });
  }

  /** A file that is too large stays in the list, so that the user sees which one. @param text its sealed description */
  sendFile(placeId: string, blob: File, text = blob.name): string {
    const { name, size } = blob;
    const state = size > this.#ports.maxFileBytes ? 'tooLarge' : 'sending';
    return this.#begin({ ...this.#make(placeId, text), file: { name, size, blob, gone: null }, state });
  }

  /** Stores a snapshot of a call under this id. @param takenBy who asked this device for it */
  sendPic(placeId: string, clientId: string, blob: Blob, takenBy?: string) {
    const file = { name: '', size: blob.size, blob, gone: null };
    const taken = takenBy === undefined ? {} : { takenBy };
    this.#begin({ ...this.#make(placeId, ''), clientId, kind: 'pic', file, ...taken });
  }

  /** Stores a piece of a recording of a call. @returns how many pieces wait, with this one */
  sendPiece(placeId: string, piece: RecordedPiece, blob: Blob): number {
    const file = { name: '', size: blob.size, blob, gone: null };
    const clientId = `${piece.recordingId} ${piece.number}`;
    this.#begin({ ...this.#make(placeId, ''), clientId, kind: 'piece', file, piece });
    return this.#items.filter(({ kind }) => kind === 'piece').length;
  }

  /** Sends an item again that the server has refused. */
  retry(clientId: string) {
    const item = this.#find(clientId);
    if (item?.state !== 'failed') return;
    this.#change(clientId, { state: 'sending' });
    this.#storing.set(clientId, this.#keep(item));
    this.#post(item);
  }

  /** Stops sending an item. One that the server has already stays there. */
  withdraw(clientId: string) {
    const stop = this.#stops.get(clientId);
    this.#drop(clientId);
    stop?.abort();
  }

  /** The place is not shown any more: forgets what the server has refused. What stays stored is sent by the next page. */
  release(placeId: string) {
    const isOver = ({ place, state }: Outgoing) => place.id === placeId && (state === 'failed' || state === 'tooLarge');
    for (const { clientId } of this.#items.filter(isOver)) this.#forget(clientId);
  }

  /** Sends what closed pages have left; calls run one after another. Rejects if something cannot be decrypted now. */
  sendLeft(): Promise<void> {
    return this.#runAlone(() => this.#claimLeft());
  }

  stop() {
    this.#isStopped = true;
    for (const queue of Object.values(this.#queues)) queue.stop();
    for (const stop of this.#stops.values()) stop.abort();
    // What is being sealed finds no entry any more, and is neither sent nor stored.
    this.#set([]);
  }

  async #claimLeft(): Promise<void> {
    this.#unclaimed.push(...(await this.#ports.store.claimLeft()));
    for (let left = this.#unclaimed[0]; left; left = this.#unclaimed[0]) {
      await this.#take(left);
      this.#unclaimed.shift();
    }
  }

  async #take({ fields, date, refused }: Unsent): Promise<void> {
    const { clock, kind: placeKind, store } = this.#ports;
    const { clientId, id } = fields;
    const place = { kind: placeKind, id };
    const text = 'message' in fields ? await openLeftText(this.#ports, fields, { place, clientId }) : '';
    // The session ended during decryption: it is not sent.
    if (this.#isStopped) return;
    // Not readable with this page's keys: another page may have the right ones.
    if (text === null) return store.leave(clientId);
    if (!isGenuine(text)) return store.drop(clientId);
    this.#sealed.set(clientId, Promise.resolve({ whom: null, fields }));
    const kind = kindOf(fields);
    const name = 'message' in fields ? fields.fileName : '';
    const file = name === undefined ? null : { name, size: null, blob: null, gone: null };
    const written = date ?? new Date(clock.now()).toISOString();
    const item = { clientId, place, kind, text, date: written, file, state: refused ?? 'sending' } as const;
    this.#add({ ...item, ...aboutOf(fields) });
  }

  #make(id: string, text: string): Outgoing {
    const { clock, createId, kind } = this.#ports;
    this.#lastMoment = Math.max(clock.now(), this.#lastMoment + 1);
    const date = new Date(this.#lastMoment).toISOString();
    return { clientId: createId(), place: { kind, id }, kind: 'message', text, date, file: null, state: 'sending' };
  }

  #find(clientId: string) {
    return this.#items.find((item) => item.clientId === clientId);
  }

  #set(items: readonly Outgoing[]) {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }

  #change(clientId: string, changed: Pick<Outgoing, 'state'> | Pick<Outgoing, 'file'>) {
    const item = this.#find(clientId);
    if (!item || ('state' in changed && changed.state === item.state)) return;
    this.#set(this.#items.map((one) => (one === item ? { ...one, ...changed } : one)));
  }

  #forget(clientId: string) {
    this.#stops.delete(clientId);
    this.#sealed.delete(clientId);
    this.#storing.delete(clientId);
    this.#waiting.delete(clientId);
    this.#set(this.#items.filter((item) => item.clientId !== clientId));
  }

  #drop(clientId: string) {
    this.#forget(clientId);
    void this.#ports.store.drop(clientId);
  }

  #begin(item: Outgoing): string {
    const { clientId } = item;
    this.#add(item, () => {
      // Before any request to the server, because the page may be closed first.
      const sealing = this.#sealFirst(item);
      this.#sealed.set(
        clientId,
        sealing.catch(() => undefined),
      );
    });
    return clientId;
  }

  /**
   * Sealing for others may ask the user about changed keys, and the page may be closed before the answer: then it is first sealed
   * and stored for the user alone. So it is if nobody is known yet.
   */
  async #sealFirst(item: Outgoing): Promise<Sealed> {
    const { cipher, knownRecipients, me } = this.#ports;
    const known = this.#readersOf(item, knownRecipients(item.place.id));
    if (known.length > 0 && !(await cipher.mustAsk(known))) return this.#sealFor(item, known);
    return this.#seal(item, [{ uniqueId: me.uniqueId, publicKey: me.publicKey }]);
  }

  /** A piece of a recording is for those who were recorded, whoever is there when it is sent. */
  #readersOf({ piece }: Outgoing, people: readonly Recipient[]): readonly Recipient[] {
    const readers = piece?.readers;
    if (!readers) return people;
    return people.filter(({ uniqueId }) => uniqueId === this.#ports.me.uniqueId || readers.includes(uniqueId));
  }

  /** @param seal seals what is not sealed yet */
  #add(item: Outgoing, seal = () => {}) {
    this.#stops.set(item.clientId, new AbortController());
    this.#set([...this.#items, item]);
    if (item.state !== 'sending') return;
    seal();
    this.#post(item);
  }

  #post({ clientId, file, kind }: Outgoing) {
    const { files, pics, pieces, texts } = this.#queues;
    const ofCalls = kind === 'pic' ? pics : pieces;
    const ofMessages = file ? files : texts;
    (kind === 'message' ? ofMessages : ofCalls).add({
      run: () => this.#run(clientId),
      onWaiting: () => void this.#showWaiting(clientId),
      onFailed: (failure) => this.#handleFailed(clientId, failure),
    });
  }

  /** A user who reads that it is waiting may close the page: it must be stored by then. */
  async #showWaiting(clientId: string): Promise<void> {
    this.#waiting.add(clientId);
    const sealing = this.#sealed.get(clientId);
    // What could not be sealed is not stored.
    if (sealing && !(await sealing)) return;
    await this.#storing.get(clientId);
    if (this.#waiting.has(clientId)) this.#change(clientId, { state: 'waiting' });
  }

  #handleFailed(clientId: string, failure: ApiFailure) {
    const { keepsRefused, onFailed, store } = this.#ports;
    const state = failure.error === 'tooLarge' ? 'tooLarge' : 'failed';
    this.#change(clientId, { state });
    const item = this.#find(clientId);
    if (!item) return;
    // After a server error the next page sends it automatically.
    if (!mayPass(failure)) void (keepsRefused ? this.#keep(item, state) : store.drop(clientId));
    onFailed?.(item, failure);
  }

  /** Stores it for the next page, with the state that it had. */
  async #keep({ clientId, date }: Outgoing, refused?: Unsent['refused']): Promise<void> {
    const sealed = await this.#sealed.get(clientId);
    if (!sealed || !this.#find(clientId)) return;
    await this.#ports.store.keep({ fields: sealed.fields, date, ...(refused && { refused }) });
  }

  async #run(clientId: string): Promise<void> {
    const item = this.#find(clientId);
    // Withdrawn while it waited.
    if (!item) return;
    this.#waiting.delete(clientId);
    this.#change(clientId, { state: 'sending' });
    try {
      // If the people have changed, it is sealed for the present ones. It is shown as outgoing until it is in the conversation.
      await retryForRecipients((isFirst) => this.#send(clientId, !isFirst));
      this.#drop(clientId);
    } catch (error) {
      if (this.#find(clientId)) throw error;
      // Withdrawn while sending is no failure.
      if (!this.#isStopped) this.#ports.onWithdrawnLate?.(item);
    }
  }

  async #send(clientId: string, anew: boolean): Promise<void> {
    const { sendMessage, sendPic, sendPiece, turn } = this.#ports;
    const fields = await this.#sealedForReaders(clientId, anew);
    const item = this.#needItem(clientId);
    const { text, file } = item;
    if ('picBase64' in fields) return sendPic?.(fields);
    if ('pieceBase64' in fields) return sendPiece?.(fields);
    if (!file) {
      const waiting = turn?.(item);
      if (waiting) await waiting.then(() => this.#needItem(clientId));
      return sendMessage(fields, text);
    }
    const onProgress = (gone: number) => this.#change(clientId, { file: { ...file, gone } });
    onProgress(0);
    return sendMessage(fields, text, { onProgress, signal: this.#signalOf(clientId) });
  }

  #needItem(clientId: string): Outgoing {
    const item = this.#find(clientId);
    if (!item) throw new Error('Withdrawn meanwhile');
    return item;
  }

  #signalOf(clientId: string): AbortSignal {
    return this.#stops.get(clientId)?.signal ?? AbortSignal.abort();
  }

  /** Reuses what is sealed if its recipients and those left out are the same. */
  async #sealedForReaders(clientId: string, anew: boolean): Promise<OutgoingFields> {
    const { cipher, recipients } = this.#ports;
    const sealed = await this.#sealed.get(clientId);
    const item = this.#needItem(clientId);
    const people = this.#readersOf(item, await recipients(item.place.id, anew));
    if (sealed && sealed.whom !== null) {
      const readers = await cipher.findReaders(sealed.fields.cryptoSchema, people);
      if (sealed.whom === JSON.stringify(readers)) return sealed.fields;
    }
    const whole = sealed ? await this.#withFile(item, sealed.fields) : item;
    const made = await this.#sealFor(whole, people);
    if (this.#find(clientId)) this.#sealed.set(clientId, Promise.resolve(made));
    return made.fields;
  }

  /** With the file that a closed page has sealed. */
  async #withFile(item: Outgoing, fields: OutgoingFields): Promise<Outgoing> {
    const blob = item.file && !item.file.blob ? await openLeftFile(this.#ports, fields, item) : null;
    if (!item.file || !blob) return item;
    const file = { ...item.file, blob, size: blob.size };
    this.#change(item.clientId, { file });
    return { ...item, file };
  }

  #sealFor(item: Outgoing, people: readonly Recipient[]): Promise<Sealed> {
    const { announce } = this.#ports;
    return this.#seal(item, people, (sealed) => this.#find(item.clientId) && announce?.(item, sealed));
  }

  /** Seals an item and stores it. */
  async #seal(
    item: Outgoing,
    people: readonly Recipient[],
    onText: (sealed: SealedText) => void = () => {},
  ): Promise<Sealed> {
    const { clientId, date } = item;
    const sealed = await sealOutgoing(this.#ports, item, { people, onText, signal: this.#signalOf(clientId) });
    // Not waited for: the request may start meanwhile. If it was withdrawn or sent meanwhile, it is not stored.
    if (this.#find(clientId)) this.#storing.set(clientId, this.#ports.store.keep({ fields: sealed.fields, date }));
    return sealed;
  }
}

export type Outbox = Pick<
  MessageOutbox,
  | 'items'
  | 'subscribe'
  | 'send'
  | 'sendFile'
  | 'sendPic'
  | 'sendPiece'
  | 'retry'
  | 'withdraw'
  | 'release'
  | 'sendLeft'
  | 'stop'
>;

export const createOutbox = (ports: OutboxPorts): Outbox => new MessageOutbox(ports);
