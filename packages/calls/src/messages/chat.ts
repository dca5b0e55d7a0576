/**
 * The chat of a call. Messages are posted to the server, which is authoritative; the data channel shows them sooner. Both
 * carry the sender's `clientId`, so that each is shown once. An outbox sends what was written offline. A file is a message
 * whose text is the file's name.
 */
import { type CallMessage, isBlank, isGenuine } from '@earth/contracts';
import type { AuthorOf } from '../session/author';
import { type AttachedFile, ChatFiles, fileOf } from './chat-files';
import { coalesce } from '@earth/async';
import type { Outbox } from './outbox';
import type { CallPorts, Recipient, AskedItem } from '../ports';
import type { MessageOf } from '../transport/peer-handlers';
import { ReplyOrder } from './reply-order';
import type { UnsentKeeper } from './unsent';
import type { ChatItem } from '../view';

/** Limit of shown messages of one peer that the server has not confirmed; more are ignored. */
export const UNCONFIRMED_MAX = 100;
/** Limit of peers' messages that wait to be decrypted; more are shown only when the server has them. */
const HINTS_MAX = 50;

export interface ChatOptions {
  readonly callId: string;
  readonly outbox: Outbox;
  /** The outboxes of files, separate so that files do not delay texts. */
  readonly uploads: Outbox;
  readonly downloads: Outbox;
  readonly unsent: UnsentKeeper;
  /** The recipients of a message, as far as they are known here. */
  readonly knownRecipients: () => readonly Recipient[];
  readonly nameOf: (contactId: string) => string;
  readonly authorOf: AuthorOf;
  readonly broadcast: (message: MessageOf<'msg' | 'msgWithdrawn'>) => void;
  /** The page was reloaded in the call: what the server has already counts as read. */
  readonly isResumed: boolean;
  readonly onChange: () => void;
}

type ChatPorts = Pick<
  CallPorts,
  'api' | 'cipher' | 'clock' | 'createId' | 'me' | 'objectUrls' | 'saveFile' | 'settings'
>;

interface Entry extends Omit<ChatItem, 'file'> {
  readonly file: AttachedFile | null;
  /** Sort key of a message that the server has; null: it does not have it yet. */
  readonly storedAs: string | null;
  readonly storedId: string | null;
  readonly isUnread: boolean;
}

/** A message to be sent. */
interface Draft {
  readonly clientId: string;
  readonly text: string;
  readonly file: AttachedFile | null;
  /** The keys of peers' messages that were shown, but not stored, when this one was written. */
  readonly answers: readonly string[];
}

/** A `clientId` is unique only per sender: no peer can overwrite another's message. */
const keyOf = (senderId: string, clientId: string) => `${senderId}:${clientId}`;
const clientIdOf = ({ key, senderId }: Pick<ChatItem, 'key' | 'senderId'>) => key.slice(senderId.length + 1);

export class Chat {
  readonly #ports: ChatPorts;
  readonly #options: ChatOptions;
  readonly #files: ChatFiles;
  readonly #order: ReplyOrder;
  readonly #entries = new Map<string, Entry>();
  /** Aborts the upload of a file, by its message's key. */
  readonly #uploads = new Map<string, AbortController>();
  #isOpen = false;
  #isFirstLoad: boolean;
  /** Queue of stored messages: decrypted one after another, to keep their order. */
  #adding = Promise.resolve();
  /** A separate queue for peers' messages, so that stored messages do not wait behind them. */
  #hinting = Promise.resolve();
  #hintCount = 0;
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

  /** In the server's order; messages that it does not have yet come last. */
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

  /** A file that is too large stays in the list, so that the user sees which one it was. */
  sendFile(contents: File) {
    const { createId, me, settings } = this.#ports;
    const { name, size } = contents;
    const draft = { clientId: createId(), text: name, file: { name, size, stored: null }, answers: [] };
    this.#files.keep(keyOf(me.uniqueId, draft.clientId), contents);
    this.#begin(draft, size > settings.maxFileBytes ? 'tooLarge' : 'sending');
  }

  /** Sends a message again that the server has refused. */
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

  /** Stored messages and their files that cannot be decrypted here. */
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

  /** Nobody is left who could give keys: messages without one stop loading. */
  giveUp() {
    for (const entry of this.#entries.values()) if (entry.state === 'loading') this.#put({ ...entry, state: 'sent' });
  }

  /** New keys have arrived: tries again to decrypt what was unreadable. */
  async reopen() {
    await this.refresh();
    for (const { key, text, file } of this.#entries.values())
      if (file && text !== null && this.#files.isUnreadable(key)) this.#files.forget(key, file);
  }

  /** The file of a stored message. */
  fileOf(storedId: string): AttachedFile | null {
    return [...this.#entries.values()].find((entry) => entry.storedId === storedId)?.file ?? null;
  }

  downloadFile(key: string) {
    const file = this.#entries.get(key)?.file;
    if (file) this.#files.save(key, file);
  }

  /** Revokes all object URLs. No more texts are posted. */
  discard() {
    this.#order.stop();
    this.#files.discard();
  }

  /** Adds a message that the server has. */
  add(message: CallMessage): Promise<void> {
    this.#adding = this.#adding.then(() => this.#addStored(message)).catch(() => {});
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

  /** A peer has withdrawn a file; a stored one stays. */
  handleWithdrawn(from: string, clientId: string) {
    this.#hinting = this.#hinting.then(() => {
      const entry = this.#entries.get(keyOf(from, clientId));
      if (!entry?.file || entry.storedAs !== null) return;
      this.#entries.delete(entry.key);
      this.#options.onChange();
    });
  }

  /** Polls all messages, after each connection. @throws ApiFailure if the server is unreachable */
  readonly refresh = coalesce(async () => {
    for (const message of await this.#ports.api.listCallMessages({ id: this.#options.callId })) void this.add(message);
    await this.#adding;
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
        // The file was withdrawn while it waited.
        if (!this.#entries.has(key)) return;
        try {
          const stored = await this.#store(key, draft, stopped);
          unsent.drop(draft.clientId);
          await this.add(stored);
        } catch (error) {
          if (this.#entries.has(key)) throw error;
          unsent.drop(draft.clientId);
          // Withdrawn during the upload, perhaps too late: the poll shows whether the server has it.
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

  async #addStored(message: CallMessage) {
    const { me } = this.#ports;
    const key = keyOf(message.sender.uniqueId, message.clientId ?? message.uniqueId);
    const known = this.#entries.get(key);
    if (known && (known.isMine || (known.storedAs !== null && known.text !== null))) return this.#confirm(key, message);
    const opened = await this.#open(message.sender.uniqueId, message, message.date);
    const text = isGenuine(opened) ? opened : null;
    // A message that was given up does not return to loading.
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
    // Unreadable or not genuine: if the server gets it, it is shown as such then. Or the server has it meanwhile.
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

  /** @param date when the server stored it */
  async #open(
    from: string,
    { clientId, cryptoSchema, message }: Pick<CallMessage, 'clientId' | 'cryptoSchema' | 'message'>,
    date?: string,
  ) {
    const origin = { sender: await this.#options.authorOf(from), place: this.#placeOf(clientId), date };
    return this.#ports.cipher.openText(cryptoSchema, message, origin);
  }

  /** A replaced entry passes on whether it is unread. */
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
    this.#order.check();
    this.#options.onChange();
  }
}

/** Ids are UUIDv7, so they order messages of the same date too. */
const orderOf = ({ date, uniqueId }: CallMessage) => `${date} ${uniqueId}`;
