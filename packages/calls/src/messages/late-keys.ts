/**
 * Late keys: every participant can read everything in the call, including what is older than their joining. A page that
 * lacks keys asks one participant at a time, controllers first; without an answer it asks the next. The participant who is
 * asked wraps their own keys for the asker, and the server stores them.
 */
import { ASKED_KEYS_MAX, isController, type RoleCode, SEALED_KEYS_MAX } from '@earth/contracts';
import type { AuthorOf } from '../session/author';
import { createProof, type ProvenConnection } from './key-proof';
import { LateNotes } from './late-notes';
import type { Recipient, RetryQueue } from '@earth/messaging';
import type { AskedItem, CallPorts } from '../ports';
import type { MessageOf } from '../transport/peer-handlers';

/** Another participant, who may have keys. */
export interface KeyHolder extends Recipient {
  readonly role: { readonly code: RoleCode };
}

/** Items found unreadable within this time go into one request, ms. */
const GATHER_MS = 100;
/** How long to wait for the keys before the next participant is asked. */
export const ASK_EVERY_MS = 3_000;
/** Rate limit: one answer to each asker in this time. */
const ANSWER_EVERY_MS = 250;
/** How often everybody is asked in vain before the page waits for a reason to ask again. */
const ROUNDS = 3;

export interface LateKeysOptions {
  readonly callId: string;
  readonly authorOf: AuthorOf;
  readonly outbox: RetryQueue;
  /** The other participants, as the server lists them, whose data channel is open. */
  readonly holders: () => readonly KeyHolder[];
  /** A participant is listed whose data channel is not open yet. */
  readonly mayCome: () => boolean;
  /** Stored items that cannot be decrypted here, except the notes. */
  readonly unreadable: () => readonly AskedItem[];
  /** Finds items that were not decrypted here yet: only proven keys are passed on. */
  readonly connection: ProvenConnection;
  readonly send: (message: MessageOf<'askKeys'>, to: string) => void;
  /** New keys have arrived. */
  readonly onGiven: () => void;
  /** Nobody is left to be asked. */
  readonly onGivenUp: () => void;
}

const keyOf = ({ kind, uniqueId }: AskedItem) => `${kind} ${uniqueId}`;

export class LateKeys {
  readonly #ports: Pick<CallPorts, 'api' | 'cipher' | 'clock'>;
  readonly #options: LateKeysOptions;
  readonly #prover: (item: AskedItem) => Promise<void>;
  /** The notes, which no other part of the call reads. */
  readonly notes: LateNotes;
  /** Askers who were answered just now, with their latest request since then: it is answered when the rate limit allows. */
  readonly #served = new Map<string, readonly AskedItem[]>();
  /** The keys of the items that each asker has got. */
  readonly #given = new Map<string, Set<string>>();
  /** Whose turn it is, and how many were asked without a new reason. */
  #turn = 0;
  #asked = 0;
  #timer: unknown = null;
  #isStopped = false;

  constructor(ports: Pick<CallPorts, 'api' | 'cipher' | 'clock'>, options: LateKeysOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#prover = createProof(ports, options.authorOf, options.connection);
    this.notes = new LateNotes(ports, { ...options, onUnreadable: () => this.check() });
  }

  /** Asks for keys if something is unreadable. To be called when an item or a participant has been added. */
  check() {
    if (this.#timer !== null || this.#isStopped || this.#unreadable().length === 0) return;
    this.#wait(GATHER_MS, () => this.#ask());
  }

  /** A participant or the server has become reachable: a reason to ask everybody again. */
  askAgain() {
    this.#asked = 0;
    this.check();
  }

  /** The server has new keys for the user. */
  handleGiven() {
    this.#ports.clock.clearTimeout(this.#timer);
    this.#timer = null;
    this.#asked = 0;
    this.#turn = 0;
    this.#options.onGiven();
    this.notes.reopen();
  }

  /** Answers a request. The asker must be a listed participant; the keys are wrapped for the public key that the server gives. */
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
    // Without items that were deleted meanwhile or that the user cannot read either.
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

/** Controllers first, then by id: the same order on every page. */
function byPreference(one: KeyHolder, other: KeyHolder): number {
  const rank = ({ role }: KeyHolder) => (isController(role.code) ? 0 : 1);
  return rank(one) - rank(other) || one.uniqueId.localeCompare(other.uniqueId);
}
