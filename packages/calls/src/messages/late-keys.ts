/**
 * Everybody in a call can read all that was said and taken in it, also before they came. Who cannot read something asks
 * one of those who can; that one wraps its own keys, and the server keeps them for the asker. One is asked at a time,
 * controllers first; where no answer comes the next one is asked.
 */
import { ASKED_KEYS_MAX, isController, type RoleCode, SEALED_KEYS_MAX } from '@earth/contracts';
import type { AuthorOf } from '../session/author';
import { createProof, type ProvenConnection } from './key-proof';
import { LateNotes } from './late-notes';
import type { Outbox } from './outbox';
import type { AskedItem, CallPorts, Recipient } from '../ports';
import type { MessageOf } from '../transport/peer-handlers';

/** Somebody else in the call. */
export interface KeyHolder extends Recipient {
  readonly role: { readonly code: RoleCode };
}

/** What is found unreadable within this time is asked for at once, ms. */
const GATHER_MS = 100;
/** How long one waits for the keys before the next one is asked. */
export const ASK_EVERY_MS = 3_000;
/** One asker is answered once in this time. */
const ANSWER_EVERY_MS = 250;
/** How often everybody is asked before one waits for a reason to ask again. */
const ROUNDS = 3;

export interface LateKeysOptions {
  readonly callId: string;
  readonly authorOf: AuthorOf;
  readonly outbox: Outbox;
  /** The others who are in the call, by the server's word, and can be talked to now. */
  readonly holders: () => readonly KeyHolder[];
  /** Somebody is in the call who cannot be talked to yet. */
  readonly mayCome: () => boolean;
  /** What the server has and cannot be read here, but for the notes. */
  readonly unreadable: () => readonly AskedItem[];
  /** Where what was not opened here yet is found: only of what has opened a key is given. */
  readonly connection: ProvenConnection;
  readonly send: (message: MessageOf<'askKeys'>, to: string) => void;
  /** There are new keys. */
  readonly onGiven: () => void;
  /** Nobody is left to be asked. */
  readonly onGivenUp: () => void;
}

const keyOf = ({ kind, uniqueId }: AskedItem) => `${kind} ${uniqueId}`;

export class LateKeys {
  readonly #ports: Pick<CallPorts, 'api' | 'cipher' | 'clock'>;
  readonly #options: LateKeysOptions;
  readonly #prover: (item: AskedItem) => Promise<void>;
  /** Nothing else in the call reads them. */
  readonly notes: LateNotes;
  /** Whoever was given keys just now, and what they asked for last meanwhile: it has its turn. */
  readonly #served = new Map<string, readonly AskedItem[]>();
  /** What was given to whom. */
  readonly #given = new Map<string, Set<string>>();
  /** Who is asked next, and how many were asked without a new reason. */
  #turn = 0;
  #asked = 0;
  #timer: unknown = null;
  #isStopped = false;

  constructor(ports: Pick<CallPorts, 'api' | 'cipher' | 'clock'>, options: LateKeysOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#prover = createProof(ports, options.authorOf, options.connection);
    this.notes = new LateNotes(ports, { ...options, onUnreadable: () => this.notice() });
  }

  /** Something may have become unreadable, or somebody reachable. */
  notice() {
    if (this.#timer !== null || this.#isStopped || this.#unreadable().length === 0) return;
    this.#wait(GATHER_MS, () => this.#ask());
  }

  /** Somebody has come within reach, or the server: there is a reason to ask again. */
  askAgain() {
    this.#asked = 0;
    this.notice();
  }

  /** The server has keys for us. */
  handleGiven() {
    this.#ports.clock.clearTimeout(this.#timer);
    this.#timer = null;
    this.#asked = 0;
    this.#turn = 0;
    this.#options.onGiven();
    this.notes.reopen();
  }

  /** Somebody asks; only who the server says is in the call is answered, with the key that the server names for them. */
  handleAsk(from: string, items: readonly AskedItem[]) {
    const asker = this.#options.holders().find(({ uniqueId }) => uniqueId === from);
    if (!asker || this.#isStopped) return;
    if (this.#served.has(from)) return void this.#served.set(from, items);
    const given = this.#given.get(from);
    const wanted = items.filter((item) => !given?.has(keyOf(item)));
    if (wanted.length === 0) return;
    this.#served.set(from, []);
    const release = () => this.#ports.clock.setTimeout(() => this.#release(from), ANSWER_EVERY_MS);
    this.#options.outbox.add({
      run: async (stopped) => {
        await this.#give(asker, wanted, stopped);
        release();
      },
      onWaiting: () => {},
      onFailed: release,
    });
  }

  stop() {
    this.#isStopped = true;
    this.#ports.clock.clearTimeout(this.#timer);
  }

  #unreadable(): readonly AskedItem[] {
    return [...this.#options.unreadable(), ...this.notes.unreadable()];
  }

  #release(from: string) {
    const items = this.#served.get(from) ?? [];
    this.#served.delete(from);
    if (items.length > 0) this.handleAsk(from, items);
  }

  #ask() {
    const items = this.#unreadable();
    const holders = this.#options.holders().toSorted(byPreference);
    const holder = holders[this.#turn % holders.length];
    if (items.length === 0) return;
    if (!holder || this.#asked >= holders.length * ROUNDS) {
      if (holder || !this.#options.mayCome()) this.#options.onGivenUp();
      return;
    }
    this.#turn += 1;
    this.#asked += 1;
    this.#options.send({ type: 'askKeys', items: items.slice(0, ASKED_KEYS_MAX) }, holder.uniqueId);
    this.#wait(ASK_EVERY_MS, () => this.#ask());
  }

  #wait(ms: number, then: () => void) {
    this.#timer = this.#ports.clock.setTimeout(() => {
      this.#timer = null;
      then();
    }, ms);
  }

  async #prove(item: AskedItem) {
    await (item.kind === 'notes' ? this.notes.refresh() : this.#prover(item));
  }

  async #give(asker: Recipient, wanted: readonly AskedItem[], stopped: AbortSignal) {
    const { api, cipher } = this.#ports;
    const id = this.#options.callId;
    const mine = new Map((await api.listCallKeys({ id })).map((key) => [keyOf(key), key]));
    // What was deleted meanwhile, or cannot be read here either, is not there.
    const held = wanted.flatMap((item) => mine.get(keyOf(item)) ?? []);
    for (const { kind, uniqueId, encryptedKey } of held)
      if (!cipher.isProven(encryptedKey, id)) await this.#prove({ kind, uniqueId }).catch(() => {});
    const given = this.#given.get(asker.uniqueId) ?? new Set();
    this.#given.set(asker.uniqueId, given);
    for (let from = 0; from < held.length; from += SEALED_KEYS_MAX) {
      const keys = await Promise.all(
        held.slice(from, from + SEALED_KEYS_MAX).map(async ({ kind, uniqueId, encryptedKey }) => {
          const recipientKeys = await cipher.rewrapKey(encryptedKey, [asker], id);
          return recipientKeys?.length ? [{ kind, uniqueId, recipientKeys }] : [];
        }),
      );
      stopped.throwIfAborted();
      if (keys.flat().length > 0) await api.addCallKeys({ id, keys: keys.flat() });
      for (const item of keys.flat()) given.add(keyOf(item));
    }
  }
}

/** The same order on every page: controllers first, then by id. */
function byPreference(one: KeyHolder, other: KeyHolder): number {
  const rank = ({ role }: KeyHolder) => (isController(role.code) ? 0 : 1);
  return rank(one) - rank(other) || one.uniqueId.localeCompare(other.uniqueId);
}
