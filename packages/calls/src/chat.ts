/**
 * The chat of a call. What was posted is the truth; the data channel only shows it sooner, and the sender's own id of a
 * message joins the two, so that each is shown once. Nothing that is written is lost while the net is away.
 */
import type { CallMessage, PeerMessage } from '@earth/contracts';
import { coalesce } from './coalesce';
import type { Outbox } from './outbox';
import type { CallPorts, Recipient } from './ports';
import type { ChatItem } from './view';

type SoonerMessage = Extract<PeerMessage, { type: 'msg' }>;

/** A peer's messages that the server does not confirm: more than these are noise. */
export const UNCONFIRMED_MAX = 100;

export interface ChatOptions {
  readonly callId: string;
  readonly outbox: Outbox;
  /** Those for whom a message is sealed, asked from the server. */
  readonly recipients: () => Promise<readonly Recipient[]>;
  /** The same, as far as they are known here. */
  readonly knownRecipients: () => readonly Recipient[];
  readonly nameOf: (contactId: string) => string;
  readonly broadcast: (message: SoonerMessage) => void;
  /** What is there already was read before the page was reloaded. */
  readonly isResumed: boolean;
  readonly onChange: () => void;
}

interface Entry extends Omit<ChatItem, 'text'> {
  readonly text: string | null;
  /** Of a message that the server has: it sorts by it. */
  readonly storedAs: string | null;
}

/** An id of one's own means nothing without the sender: nobody can take another's. */
const keyOf = (senderId: string, clientId: string) => `${senderId}:${clientId}`;

export class Chat {
  readonly #ports: Pick<CallPorts, 'api' | 'cipher' | 'clock' | 'createId' | 'me' | 'settings'>;
  readonly #options: ChatOptions;
  readonly #entries = new Map<string, Entry>();
  #unread = 0;
  #isOpen = false;
  #isFirstLoad: boolean;
  /** One after the other, so that what is opened stays in the order in which it came. */
  #taking = Promise.resolve();
  #showing = Promise.resolve();

  constructor(
    ports: Pick<CallPorts, 'api' | 'cipher' | 'clock' | 'createId' | 'me' | 'settings'>,
    options: ChatOptions,
  ) {
    this.#ports = ports;
    this.#options = options;
    this.#isFirstLoad = options.isResumed;
  }

  get unread() {
    return this.#unread;
  }

  /** In the server's order; what it does not have yet comes last. */
  items(): readonly ChatItem[] {
    const entries = [...this.#entries.values()];
    const stored = entries.filter(({ storedAs }) => storedAs !== null);
    const waiting = entries.filter(({ storedAs }) => storedAs === null);
    stored.sort((a, b) => ((a.storedAs ?? '') < (b.storedAs ?? '') ? -1 : 1));
    return [...stored, ...waiting].map(({ storedAs: _, ...item }) => item);
  }

  setOpen(isOpen: boolean) {
    this.#isOpen = isOpen;
    if (isOpen) this.#unread = 0;
    this.#options.onChange();
  }

  send(text: string) {
    if (text.trim() === '') return;
    const { me, clock, createId } = this.#ports;
    const clientId = createId();
    const key = keyOf(me.uniqueId, clientId);
    this.#put({
      key,
      senderId: me.uniqueId,
      senderName: me.name,
      isMine: true,
      text,
      date: new Date(clock.now()).toISOString(),
      state: 'sending',
      storedAs: null,
    });
    this.#showing = this.#showing.then(() => this.#showSooner(clientId, text)).catch(() => {});
    this.#post(key, clientId, text);
  }

  /** Sends again what the server refused. */
  retry(key: string) {
    const entry = this.#entries.get(key);
    if (entry?.state !== 'failed' || entry.text === null) return;
    this.#put({ ...entry, state: 'sending' });
    this.#post(key, key.slice(entry.senderId.length + 1), entry.text);
  }

  /** A message that the server has. */
  take(message: CallMessage): Promise<void> {
    this.#taking = this.#taking.then(() => this.#takeStored(message)).catch(() => {});
    return this.#taking;
  }

  /** A message that a peer shows sooner; `from` is who the signalling says. */
  takeSooner(from: string, message: SoonerMessage) {
    this.#taking = this.#taking.then(() => this.#takeUnconfirmed(from, message)).catch(() => {});
  }

  /** Everything that the server has: after each connection. Rejects where it cannot be asked. */
  readonly refresh = coalesce(async () => {
    for (const message of await this.#ports.api.listCallMessages({ id: this.#options.callId })) void this.take(message);
    await this.#taking;
    this.#isFirstLoad = false;
  });

  async #showSooner(clientId: string, text: string) {
    const { cipher, clock, settings } = this.#ports;
    const message = await cipher.sealText(text, this.#options.knownRecipients());
    const date = new Date(clock.now()).toISOString();
    this.#options.broadcast({ type: 'msg', clientId, message, cryptoSchema: settings.cryptoSchema, date });
  }

  #post(key: string, clientId: string, text: string) {
    const { api, cipher, settings } = this.#ports;
    this.#options.outbox.add({
      run: async () => {
        const message = await cipher.sealText(text, await this.#options.recipients());
        const fields = { message, clientId, cryptoSchema: settings.cryptoSchema };
        this.#confirm(key, await api.sendCallMessage({ id: this.#options.callId, ...fields }));
      },
      onWaiting: () => this.#setState(key, 'waiting'),
      onFailed: () => this.#setState(key, 'failed'),
    });
  }

  async #takeStored(message: CallMessage) {
    const { me, cipher } = this.#ports;
    const key = keyOf(message.sender.uniqueId, message.clientId ?? message.uniqueId);
    const known = this.#entries.get(key);
    if (known && (known.isMine || known.storedAs !== null)) return this.#confirm(key, message);
    const text = await cipher.openText(message.cryptoSchema, message.message);
    const isMine = message.sender.uniqueId === me.uniqueId;
    this.#countUnread(key, isMine);
    this.#put({
      key,
      senderId: message.sender.uniqueId,
      senderName: message.sender.name,
      isMine,
      text,
      date: message.date,
      state: 'sent',
      storedAs: orderOf(message),
    });
  }

  async #takeUnconfirmed(from: string, message: SoonerMessage) {
    const key = keyOf(from, message.clientId);
    const theirs = [...this.#entries.values()].filter((entry) => entry.senderId === from && entry.storedAs === null);
    if (this.#entries.has(key) || theirs.length >= UNCONFIRMED_MAX) return;
    const text = await this.#ports.cipher.openText(message.cryptoSchema, message.message);
    // Not sealed for us: should the server have it, it is shown as such then.
    if (text === null) return;
    this.#countUnread(key, false);
    this.#put({
      key,
      senderId: from,
      senderName: this.#options.nameOf(from),
      isMine: false,
      text,
      date: new Date(this.#ports.clock.now()).toISOString(),
      state: 'sent',
      storedAs: null,
    });
  }

  #countUnread(key: string, isMine: boolean) {
    if (!isMine && !this.#isOpen && !this.#isFirstLoad && !this.#entries.has(key)) this.#unread += 1;
  }

  #confirm(key: string, message: CallMessage) {
    const entry = this.#entries.get(key);
    if (entry) this.#put({ ...entry, state: 'sent', date: message.date, storedAs: orderOf(message) });
  }

  #setState(key: string, state: ChatItem['state']) {
    const entry = this.#entries.get(key);
    if (entry && entry.storedAs === null) this.#put({ ...entry, state });
  }

  #put(entry: Entry) {
    this.#entries.set(entry.key, entry);
    this.#options.onChange();
  }
}

/** Ids are UUIDv7: within one moment they are in order too. */
const orderOf = ({ date, uniqueId }: CallMessage) => `${date} ${uniqueId}`;
