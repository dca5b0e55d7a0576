/**
 * The chat of a call: the messages that the server has, those that their senders have shown sooner over the data channel, and the
 * user's own in the outbox. All carry the sender's `clientId`, so that each is shown once. A message is opened once: the server has
 * the same sealed text as the data channel.
 */
import { type CallMessage, isBlank, isGenuine, type NotGenuine } from '@earth/contracts';
import {
  applyChanges,
  type ChangeRequest,
  contentTypeOf,
  type Outbox,
  type Outgoing,
  readChange,
  type Receipts,
  ReplyOrder,
  type Sending,
} from '@earth/messaging';
import { coalesce } from '@earth/async';
import type { AskedItem, CallPorts } from '../ports';
import type { AuthorOf } from '../session/author';
import type { MessageOf } from '../transport/peer-handlers';
import type { ChatMessage, FileMessage } from '../view';
import { MessageProgress } from './message-progress';

/** Limit of shown messages of one peer that the server has not confirmed; more are ignored. */
export const UNCONFIRMED_MAX = 100;
/** Limit of peers' messages that wait to be decrypted; more are shown only when the server has them. */
const HINTS_MAX = 50;

export interface ChatOptions {
  readonly callId: string;
  readonly nameOf: (contactId: string) => string;
  readonly authorOf: AuthorOf;
  readonly broadcast: (message: MessageOf<'msg' | 'msgWithdrawn'>) => void;
  /** The page was reloaded in the call: what the server has already counts as read. */
  readonly isResumed: boolean;
  readonly onChange: () => void;
}

interface ChatPorts extends Pick<CallPorts, 'api' | 'cipher' | 'clock' | 'me'> {
  readonly outbox: Outbox;
  readonly receipts: Receipts;
}

/** A `clientId` is unique only per sender: no peer can overwrite another's message. */
const keyOf = (senderId: string, clientId: string) => `${senderId}:${clientId}`;
const keyIn = ({ sender, clientId, uniqueId }: CallMessage) => keyOf(sender.uniqueId, clientId ?? uniqueId);

type Sealed = Pick<CallMessage, 'clientId' | 'cryptoSchema' | 'message'>;

export class Chat {
  readonly #ports: ChatPorts;
  readonly #options: ChatOptions;
  readonly progress: MessageProgress;
  readonly #order: ReplyOrder;
  readonly #messages = new Map<string, ChatMessage>();
  /** The keys of messages that the user has not seen. */
  readonly #unread = new Set<string>();
  /** The ids of messages whose file is not sealed for the user. */
  readonly #closedFiles = new Set<string>();
  /** By the `clientId` of an own text: the keys of peers' messages that were shown, but not stored, when it was written. */
  readonly #answered = new Map<string, readonly string[]>();
  #isOpen = false;
  #isFirstLoad: boolean;
  /** Queue of stored messages: decrypted one after another, to keep their order. */
  #adding = Promise.resolve();
  /** A separate queue for peers' messages, so that stored messages do not wait behind them. */
  #hinting = Promise.resolve();
  #hintCount = 0;

  constructor(ports: ChatPorts, options: ChatOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#order = new ReplyOrder(ports.clock, (key) => this.#messages.get(key)?.state !== 'arriving');
    this.progress = new MessageProgress(ports, options.callId, options.onChange);
    this.#isFirstLoad = options.isResumed;
  }

  get unread() {
    return this.#unread.size;
  }

  /** In the server's order, as their changes have left them; messages that it does not have yet come last. */
  messages(): readonly ChatMessage[] {
    const all = [...this.#messages.values()];
    const stored = all.filter(({ state }) => state !== 'arriving').toSorted((a, b) => a.position - b.position);
    return applyChanges([...stored, ...all.filter(({ state }) => state === 'arriving')]);
  }

  /** The user's own messages that the server does not have yet. */
  outgoing(): readonly Outgoing[] {
    const { me, outbox } = this.#ports;
    const isHere = ({ place, kind, clientId }: Outgoing) =>
      place.id === this.#options.callId && kind === 'message' && !this.#messages.has(keyOf(me.uniqueId, clientId));
    return outbox.items().filter(isHere);
  }

  setOpen(isOpen: boolean) {
    this.#isOpen = isOpen;
    if (isOpen) this.#unread.clear();
    this.#reportRead();
    this.#options.onChange();
  }

  /** @param change the message that the text changes; absent: none */
  send(text: string, change?: ChangeRequest) {
    if (isBlank(text)) return;
    if (change) return void this.#ports.outbox.send(this.#options.callId, text, { change });
    const answers = [...this.#messages]
      .filter(([, { state, fileName }]) => state === 'arriving' && fileName === null)
      .map(([key]) => key);
    this.#order.note(answers);
    this.#answered.set(this.#ports.outbox.send(this.#options.callId, text), answers);
  }

  /** @param text its sealed description */
  sendFile(file: File, text?: string) {
    this.#ports.outbox.sendFile(this.#options.callId, file, text);
  }

  /** Resolves when an own text may be stored: behind what it answers. Undefined: at once. */
  turn(clientId: string): Promise<void> | undefined {
    return this.#order.turn(this.#answered.get(clientId) ?? []);
  }

  /** Shows an own message to the others, by the sealed text that the server gets. */
  announce({ change, clientId, date, file }: Outgoing, sealed: Pick<Sealed, 'cryptoSchema' | 'message'>) {
    // Only the server's order says what a change makes of its message.
    if (change) return;
    const named = file && { file: { name: file.name, size: file.size ?? 0 } };
    this.#options.broadcast({ type: 'msg', clientId, date, ...sealed, ...named });
  }

  /** An own message is not sent, and disappears for everybody. One that is stored stays. */
  withdraw(clientId: string) {
    if (!this.outgoing().some((item) => item.clientId === clientId)) return;
    this.#ports.outbox.withdraw(clientId);
    this.#options.broadcast({ type: 'msgWithdrawn', clientId });
  }

  /** Stored messages and their files that cannot be decrypted here. */
  unreadable(): readonly AskedItem[] {
    return [...this.#messages.values()].flatMap(({ uniqueId, message, text, fileName, previewUrl, state }) => {
      // A deleted message has nothing to be read.
      if (state === 'arriving' || !isGenuine(text) || message === '') return [];
      const isFileClosed = fileName !== null && (text === null || this.#closedFiles.has(uniqueId));
      return [
        ...(text === null ? [{ kind: 'message' as const, uniqueId }] : []),
        ...(isFileClosed ? [{ kind: 'file' as const, uniqueId }] : []),
        ...(isFileClosed && previewUrl !== undefined ? [{ kind: 'preview' as const, uniqueId }] : []),
      ];
    });
  }

  /** Nobody is left who could give keys: messages without one stop loading. */
  giveUp() {
    for (const [key, message] of this.#messages)
      if (message.state === 'awaitsKey') this.#put(key, { ...message, state: 'stored' });
  }

  /** New keys have arrived: tries again to decrypt what was unreadable. */
  async reopen() {
    this.#closedFiles.clear();
    await this.refresh();
  }

  /** A stored message. */
  find(uniqueId: string): ChatMessage | undefined {
    return [...this.#messages.values()].find((one) => one.state !== 'arriving' && one.uniqueId === uniqueId);
  }

  /**
   * Downloads and decrypts the file of a message, or its preview. Null: not sealed for the user. It must be sealed as the message
   * says, which names its author; what the server says of the file itself is ignored.
   */
  async openFile(message: FileMessage, part: 'file' | 'preview', sending?: Sending): Promise<Blob | NotGenuine | null> {
    const { api, cipher } = this.#ports;
    const { clientId: id, cryptoSchema, sender, date, fileName, uniqueId } = message;
    const callId = this.#options.callId;
    const url = part === 'file' ? message.fileUrl : message.previewUrl;
    const { base64 } = await api.getCallFile({ callId, imageFileName: storedNameOf(url) }, sending);
    const place = { kind: part, within: callId, id, fileName: part === 'file' ? fileName : null };
    const origin = { sender: await this.#options.authorOf(sender.uniqueId), place, date };
    const opened = await cipher.openFile(cryptoSchema, base64, origin);
    sending?.signal.throwIfAborted();
    if (opened === null && part === 'file') {
      this.#closedFiles.add(uniqueId);
      this.#options.onChange();
    }
    if (!opened || !isGenuine(opened)) return opened;
    return new Blob([opened], { type: part === 'file' ? contentTypeOf(fileName ?? '') : 'image/jpeg' });
  }

  /** No more texts are posted. */
  discard() {
    this.#order.stop();
  }

  /** Adds a message that the server has. @param ownText of the user's own, which needs no opening */
  add(message: CallMessage, ownText?: string): Promise<void> {
    this.#adding = this.#adding.then(() => this.#addStored(message, ownText)).catch(() => {});
    return this.#adding;
  }

  /** Shows a peer's message before the server has it. `from` is the sender by signalling. */
  handlePeerMessage(from: string, message: MessageOf<'msg'>) {
    if (this.#hintCount >= HINTS_MAX) return;
    this.#hintCount += 1;
    this.#hinting = this.#hinting
      .then(() => this.#showUnconfirmed(from, message))
      .catch(() => {})
      .finally(() => (this.#hintCount -= 1));
  }

  /** A peer has withdrawn a message; a stored one stays. */
  handleWithdrawn(from: string, clientId: string) {
    this.#hinting = this.#hinting.then(() => {
      const key = keyOf(from, clientId);
      if (this.#messages.get(key)?.state !== 'arriving') return;
      this.#messages.delete(key);
      this.#unread.delete(key);
      this.#order.check();
      this.#options.onChange();
    });
  }

  /** Polls all messages, after each connection. @throws ApiFailure if the server is unreachable */
  readonly refresh = coalesce(async () => {
    for (const message of await this.#ports.api.listCallMessages({ id: this.#options.callId })) void this.add(message);
    await this.#adding;
    this.#isFirstLoad = false;
    await this.progress.refresh();
  });

  async #addStored(message: CallMessage, ownText?: string) {
    const key = keyIn(message);
    const known = this.#messages.get(key);
    const isSame = known?.message === message.message && known.cryptoSchema === message.cryptoSchema;
    const cached = ownText ?? (isSame && typeof known.text === 'string' ? known.text : null);
    const text = cached ?? (await this.#open(message.sender.uniqueId, message, message.date));
    // A message that was given up does not return to loading.
    const isGivenUp = known?.text === null && known.state === 'stored';
    const awaitsKey = text === null && message.message !== '' && !isGivenUp;
    this.#put(key, { ...message, text, state: awaitsKey ? 'awaitsKey' : 'stored' });
    this.#forgetDeleted(message, text);
    if (message.sender.uniqueId === this.#ports.me.uniqueId) return;
    this.#ports.receipts.noteDelivered([[this.#options.callId, message.position]]);
    this.#reportRead();
  }

  /** What its author has deleted need not be read any more. */
  #forgetDeleted({ change, sender }: CallMessage, text: ChatMessage['text']) {
    const read = change === 'delete' && typeof text === 'string' ? readChange(text) : null;
    if (read?.authorId === sender.uniqueId) this.#unread.delete(keyOf(read.authorId, read.id));
  }

  /** While the chat is open, the user reads what is there. */
  #reportRead() {
    const { me, receipts } = this.#ports;
    const theirs = [...this.#messages.values()].filter(({ sender }) => sender.uniqueId !== me.uniqueId);
    const position = Math.max(0, ...theirs.map((one) => one.position));
    if (this.#isOpen && position > 0) void receipts.noteRead(this.#options.callId, position);
  }

  async #showUnconfirmed(from: string, { type: _, file, ...message }: MessageOf<'msg'>) {
    const key = keyOf(from, message.clientId);
    const isTheirs = ({ sender, state }: ChatMessage) => sender.uniqueId === from && state === 'arriving';
    if (this.#messages.has(key) || [...this.#messages.values()].filter(isTheirs).length >= UNCONFIRMED_MAX) return;
    const text = await this.#open(from, message);
    // Unreadable or not genuine: if the server gets it, it is shown as such then. Or the server has it meanwhile.
    if (text === null || !isGenuine(text) || this.#messages.has(key)) return;
    this.#put(key, {
      ...message,
      uniqueId: key,
      position: 0,
      delivered: false,
      read: false,
      callUniqueId: this.#options.callId,
      sender: { uniqueId: from, name: this.#options.nameOf(from) },
      date: new Date(this.#ports.clock.now()).toISOString(),
      fileName: file?.name ?? null,
      fileSize: file?.size ?? null,
      fileUrl: null,
      text,
      state: 'arriving',
    });
  }

  /** @param date when the server stored it */
  async #open(from: string, { clientId, cryptoSchema, message }: Sealed, date?: string) {
    const place = { kind: 'message', within: this.#options.callId, id: clientId } as const;
    const origin = { sender: await this.#options.authorOf(from), place, date };
    return this.#ports.cipher.openText(cryptoSchema, message, origin);
  }

  #put(key: string, message: ChatMessage) {
    const isMine = message.sender.uniqueId === this.#ports.me.uniqueId;
    const isNew = !this.#messages.has(key) && message.change === undefined;
    if (isNew && !isMine && !this.#isOpen && !this.#isFirstLoad) this.#unread.add(key);
    this.#messages.set(key, message);
    this.#order.check();
    this.#options.onChange();
  }
}

/** The name in storage of a file, from its address. */
export const storedNameOf = (url: string | null | undefined): string => url?.split('/').at(-1) ?? '';
