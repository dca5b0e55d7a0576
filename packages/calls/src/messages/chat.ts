/**
 * The chat of a call. What was posted is the truth; the data channel only shows it sooner, and the sender's own id of a
 * message joins the two, so that each is shown once. Nothing that is written is lost while the net is away. A file is a
 * message whose text is the file's name.
 */
import { type CallMessage, isBlank, isGenuine } from '@earth/contracts';
import type { AuthorOf } from '../session/author';
import { type AttachedFile, ChatFiles, fileOf } from './chat-files';
import { coalesce } from '../async/coalesce';
import type { Outbox } from './outbox';
import type { CallPorts, Recipient, AskedItem } from '../ports';
import type { MessageOf } from '../transport/peer-handlers';
import { ReplyOrder } from './reply-order';
import type { UnsentKeeper } from './unsent';
import type { ChatItem } from '../view';


/** A peer's messages that the server does not confirm: more than these are noise. */
export const UNCONFIRMED_MAX = 100;
/** Peers' messages that wait to be opened: what comes beyond them is shown when the server has it. */
const HINTS_MAX = 50;

export interface ChatOptions {
  readonly callId: string;
  readonly outbox: Outbox;
  /** Of files: they don't hold up what is written, nor each other's way. */
  readonly uploads: Outbox;
  readonly downloads: Outbox;
  readonly unsent: UnsentKeeper;
  /** Those for whom a message is sealed, as far as they are known here. */
  readonly knownRecipients: () => readonly Recipient[];
  readonly nameOf: (contactId: string) => string;
  readonly authorOf: AuthorOf;
  readonly broadcast: (message: MessageOf<'msg' | 'msgWithdrawn'>) => void;
  /** What is there already was read before the page was reloaded. */
  readonly isResumed: boolean;
  readonly onChange: () => void;
}

type ChatPorts = Pick<
  CallPorts,
  'api' | 'cipher' | 'clock' | 'createId' | 'me' | 'objectUrls' | 'saveFile' | 'settings'
>;

interface Entry extends Omit<ChatItem, 'file'> {
  readonly file: AttachedFile | null;
  /** Of a message that the server has: it sorts by it. */
  readonly storedAs: string | null;
  readonly storedId: string | null;
  readonly isUnread: boolean;
}

/** What is to be sent. */
interface Draft {
  readonly clientId: string;
  readonly text: string;
  readonly file: AttachedFile | null;
  /** The keys of peers' messages that the server did not have yet when it was written. */
  readonly answers: readonly string[];
}

/** An id of one's own means nothing without the sender: nobody can take another's. */
const keyOf = (senderId: string, clientId: string) => `${senderId}:${clientId}`;
const clientIdOf = ({ key, senderId }: Pick<ChatItem, 'key' | 'senderId'>) => key.slice(senderId.length + 1);

export class Chat {
  readonly #ports: ChatPorts;
  readonly #options: ChatOptions;
  readonly #files: ChatFiles;
  readonly #order: ReplyOrder;
  readonly #entries = new Map<string, Entry>();
  /** What stops a file on its way, by its message's key. */
  readonly #uploads = new Map<string, AbortController>();
  #isOpen = false;
  #isFirstLoad: boolean;
  /** One after the other, so that what is opened stays in the order in which it came. */
  #taking = Promise.resolve();
  /** Peers' messages have a queue of their own: no message that the server has waits behind them. */
  #hinting = Promise.resolve();
  #refreshRequests = 0;
  #showing = Promise.resolve();

  constructor(ports: ChatPorts, options: ChatOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#files = new ChatFiles(ports, options);
    this.#order = new ReplyOrder(ports.clock, (key) => this.#entries.get(key)?.storedAs !== null);
    this.#isFirstLoad = options.isResumed;
  }

  get unread() {
    return [...this.#entries.values()].filter(({ isUnread }) => isUnread).length;
  }

  /** In the server's order; what it does not have yet comes last. */
  items(): readonly ChatItem[] {
    const entries = [...this.#entries.values()];
    const stored = entries.filter(({ storedAs }) => storedAs !== null);
    const waiting = entries.filter(({ storedAs }) => storedAs === null);
    stored.sort((a, b) => ((a.storedAs ?? '') < (b.storedAs ?? '') ? -1 : 1));
    return [...stored, ...waiting].map(({ storedAs: _, storedId: __, isUnread: ___, file, ...item }) => ({
      ...item,
      file: file && this.#files.viewOf(item.key, file),
    }));
  }

  setOpen(isOpen: boolean) {
    this.#isOpen = isOpen;
    if (isOpen) for (const [key, entry] of this.#entries) this.#entries.set(key, { ...entry, isUnread: false });
    this.#options.onChange();
  }

  send(text: string) {
    if (isBlank(text)) return;
    const answers = [...this.#entries.values()]
      .filter(({ isMine, file, storedAs }) => !isMine && !file && storedAs === null)
      .map(({ key }) => key);
    this.#order.note(answers);
    this.#begin({ clientId: this.#ports.createId(), text, file: null, answers });
  }

  /** One that is too large stays in the list, so that it is said of which file. */
  sendFile(contents: File) {
    const { createId, me, settings } = this.#ports;
    const { name, size } = contents;
    const draft = { clientId: createId(), text: name, file: { name, size, stored: null }, answers: [] };
    this.#files.keep(keyOf(me.uniqueId, draft.clientId), contents);
    this.#begin(draft, size > settings.maxFileBytes ? 'tooLarge' : 'sending');
  }

  /** Sends again what the server refused. */
  retry(key: string) {
    const entry = this.#entries.get(key);
    if (entry?.state !== 'failed' || entry.text === null) return;
    this.#put({ ...entry, state: 'sending' });
    this.#post({ clientId: clientIdOf(entry), text: entry.text, file: entry.file, answers: [] });
  }

  withdrawFile(key: string) {
    const entry = this.#entries.get(key);
    if (!entry?.isMine || !entry.file || entry.storedAs !== null) return;
    this.#entries.delete(key);
    this.#files.drop(key);
    this.#uploads.get(key)?.abort();
    this.#uploads.delete(key);
    this.#options.unsent.drop(clientIdOf(entry));
    this.#showing = this.#showing.then(() =>
      this.#options.broadcast({ type: 'msgWithdrawn', clientId: clientIdOf(entry) }),
    );
    this.#options.onChange();
  }

  /** What the server has and cannot be read here, and the files that go with it. */
  unreadable(): readonly AskedItem[] {
    return [...this.#entries.values()].flatMap(({ key, storedId, text, file, state }) => {
      if (storedId === null || state === 'notGenuine') return [];
      const isFileClosed = file !== null && (text === null || this.#files.isUnreadable(key));
      return [
        ...(text === null ? [{ kind: 'message' as const, uniqueId: storedId }] : []),
        ...(isFileClosed ? [{ kind: 'file' as const, uniqueId: storedId }] : []),
      ];
    });
  }

  /** No keys come any more. */
  giveUp() {
    for (const entry of this.#entries.values()) if (entry.state === 'loading') this.#put({ ...entry, state: 'sent' });
  }

  /** There are keys now: what could not be read is tried again. */
  async reopen() {
    await this.refresh();
    for (const { key, text, file } of this.#entries.values())
      if (file && text !== null && this.#files.isUnreadable(key)) this.#files.forget(key, file);
  }

  /** The file of a message that the server has. */
  fileOf(storedId: string): AttachedFile | null {
    return [...this.#entries.values()].find((entry) => entry.storedId === storedId)?.file ?? null;
  }

  downloadFile(key: string) {
    const file = this.#entries.get(key)?.file;
    if (file) this.#files.save(key, file);
  }

  /** Gives every picture back. No text is posted any more. */
  discard() {
    this.#order.stop();
    this.#files.discard();
  }

  /** A message that the server has. */
  take(message: CallMessage): Promise<void> {
    this.#taking = this.#taking.then(() => this.#takeStored(message)).catch(() => {});
    return this.#taking;
  }

  /** A message that a peer shows sooner; `from` is who the signalling says. */
  handlePeerMessage(from: string, message: MessageOf<'msg'>) {
    if (this.#refreshRequests >= HINTS_MAX) return;
    this.#refreshRequests += 1;
    this.#hinting = this.#hinting
      .then(() => this.#showUnconfirmed(from, message))
      .catch(() => {})
      .finally(() => (this.#refreshRequests -= 1));
  }

  /** A peer has taken back a file; what the server has stays. */
  handleWithdrawn(from: string, clientId: string) {
    this.#hinting = this.#hinting.then(() => {
      const entry = this.#entries.get(keyOf(from, clientId));
      if (!entry?.file || entry.storedAs !== null) return;
      this.#entries.delete(entry.key);
      this.#options.onChange();
    });
  }

  /** Everything that the server has: after each connection. Rejects where it cannot be asked. */
  readonly refresh = coalesce(async () => {
    for (const message of await this.#ports.api.listCallMessages({ id: this.#options.callId })) void this.take(message);
    await this.#taking;
    this.#isFirstLoad = false;
  });

  #begin(draft: Draft, state: 'sending' | 'tooLarge' = 'sending') {
    const { me, clock } = this.#ports;
    this.#put({
      key: keyOf(me.uniqueId, draft.clientId),
      senderId: me.uniqueId,
      senderName: me.name,
      isMine: true,
      text: draft.text,
      file: draft.file,
      scheme: this.#ports.settings.cryptoSchema,
      date: new Date(clock.now()).toISOString(),
      state,
      storedAs: null,
      storedId: null,
      isUnread: false,
    });
    if (state === 'tooLarge') return;
    this.#showing = this.#showing.then(() => this.#showSooner(draft)).catch(() => {});
    this.#post(draft);
  }

  async #showSooner({ clientId, text, file }: Draft) {
    const { cipher, clock, me } = this.#ports;
    const recipients = this.#options.knownRecipients();
    const cryptoSchema = await cipher.schemeFor(recipients);
    const message = await cipher.sealText(cryptoSchema, text, recipients, this.#placeOf(clientId));
    const date = new Date(clock.now()).toISOString();
    const fields = { clientId, message, cryptoSchema, date };
    if (!this.#entries.has(keyOf(me.uniqueId, clientId))) return;
    this.#options.broadcast({ type: 'msg', ...fields, ...(file && { file: { name: file.name, size: file.size } }) });
  }

  #post(draft: Draft) {
    const key = keyOf(this.#ports.me.uniqueId, draft.clientId);
    const { outbox, unsent, uploads } = this.#options;
    (draft.file ? uploads : outbox).add({
      run: async (stopped) => {
        // A file that was taken back while it waited.
        if (!this.#entries.has(key)) return;
        try {
          const stored = await this.#store(key, draft, stopped);
          unsent.drop(draft.clientId);
          await this.take(stored);
        } catch (error) {
          if (this.#entries.has(key)) throw error;
          unsent.drop(draft.clientId);
          // Taken back on its way: perhaps too late.
          await this.refresh().catch(() => {});
        }
      },
      onWaiting: () => this.#setState(key, 'waiting'),
      onFailed: (failure) => {
        unsent.noteFailed(draft.clientId, failure);
        this.#setState(key, draft.file && failure.error === 'tooLarge' ? 'tooLarge' : 'failed');
      },
    });
  }

  async #store(key: string, { clientId, text, file, answers }: Draft, stopped: AbortSignal): Promise<CallMessage> {
    const { api, cipher } = this.#ports;
    const upload = new AbortController();
    if (file) this.#uploads.set(key, upload);
    const fields = await this.#options.unsent.seal(clientId, stopped, async (recipients) => {
      const cryptoSchema = await cipher.schemeFor(recipients);
      const message = await cipher.sealText(cryptoSchema, text, recipients, this.#placeOf(clientId));
      const sealed = { id: this.#options.callId, message, clientId, cryptoSchema };
      if (!file) return { kind: 'message', fields: sealed } as const;
      const base64File = await this.#files.seal(key, { ...sealed, name: file.name }, recipients);
      return { kind: 'message', fields: { ...sealed, fileName: file.name, fileSize: file.size, base64File } } as const;
    });
    if (!file) {
      await this.#order.turn(answers);
      return api.sendCallMessage(fields);
    }
    const onProgress = (gone: number) => this.#files.setGone(key, gone);
    return api.sendCallMessage(fields, { onProgress, signal: upload.signal });
  }

  async #takeStored(message: CallMessage) {
    const { me } = this.#ports;
    const key = keyOf(message.sender.uniqueId, message.clientId ?? message.uniqueId);
    const known = this.#entries.get(key);
    if (known && (known.isMine || (known.storedAs !== null && known.text !== null))) return this.#confirm(key, message);
    const opened = await this.#open(message.sender.uniqueId, message, message.date);
    const text = isGenuine(opened) ? opened : null;
    // One that was given up already does not go back to loading.
    const sealedState = known?.text === null ? known.state : 'loading';
    const openedState = isGenuine(opened) ? 'sent' : 'notGenuine';
    const isMine = message.sender.uniqueId === me.uniqueId;
    const file = fileOf(message);
    this.#put({
      key,
      senderId: message.sender.uniqueId,
      senderName: message.sender.name,
      isMine,
      text,
      file,
      scheme: message.cryptoSchema,
      date: message.date,
      state: opened === null ? sealedState : openedState,
      storedAs: orderOf(message),
      storedId: message.uniqueId,
      isUnread: this.#isUnread(key, isMine),
    });
    if (file && text !== null) this.#files.preview(key, file);
  }

  async #showUnconfirmed(from: string, message: MessageOf<'msg'>) {
    const key = keyOf(from, message.clientId);
    const theirs = [...this.#entries.values()].filter((entry) => entry.senderId === from && entry.storedAs === null);
    if (this.#entries.has(key) || theirs.length >= UNCONFIRMED_MAX) return;
    const text = await this.#open(from, message);
    // Not sealed for us, or not genuine: should the server have it, it is shown as such then; or it has it meanwhile.
    if (text === null || !isGenuine(text) || this.#entries.has(key)) return;
    this.#put({
      key,
      senderId: from,
      senderName: this.#options.nameOf(from),
      isMine: false,
      text,
      file: message.file ? { ...message.file, stored: null } : null,
      scheme: message.cryptoSchema,
      date: new Date(this.#ports.clock.now()).toISOString(),
      state: 'sent',
      storedAs: null,
      storedId: null,
      isUnread: this.#isUnread(key, false),
    });
  }

  #placeOf(clientId: string | null) {
    return { kind: 'message', within: this.#options.callId, id: clientId } as const;
  }

  /** @param date since when the server has it */
  async #open(
    from: string,
    { clientId, cryptoSchema, message }: Pick<CallMessage, 'clientId' | 'cryptoSchema' | 'message'>,
    date?: string,
  ) {
    const origin = { sender: await this.#options.authorOf(from), place: this.#placeOf(clientId), date };
    return this.#ports.cipher.openText(cryptoSchema, message, origin);
  }

  /** What takes another’s place is as unread as that was. */
  #isUnread(key: string, isMine: boolean) {
    return this.#entries.get(key)?.isUnread ?? (!isMine && !this.#isOpen && !this.#isFirstLoad);
  }

  #confirm(key: string, message: CallMessage) {
    const entry = this.#entries.get(key);
    if (!entry || entry.storedId === message.uniqueId) return;
    const { date, uniqueId, cryptoSchema: scheme } = message;
    const stored = { file: fileOf(message), scheme, date, storedAs: orderOf(message), storedId: uniqueId };
    this.#put({ ...entry, ...stored, state: 'sent' });
  }

  #setState(key: string, state: ChatItem['state']) {
    const entry = this.#entries.get(key);
    if (entry && entry.storedAs === null) this.#put({ ...entry, state });
  }

  #put(entry: Entry) {
    this.#entries.set(entry.key, entry);
    this.#order.notice();
    this.#options.onChange();
  }
}

/** Ids are UUIDv7: within one moment they are in order too. */
const orderOf = ({ date, uniqueId }: CallMessage) => `${date} ${uniqueId}`;
