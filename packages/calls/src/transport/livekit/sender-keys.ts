/**
 * The keys that this page sends with: one at a time, changed whenever somebody joins or leaves, so that nobody can open what was sent
 * before they came or after they left. The next key is used when everybody who could open the last one has confirmed it: changing
 * earlier would freeze their pictures.
 */
import type { Clock } from '@earth/async';
import type { Bytes } from './media-room';

/** Somebody who does not confirm, because their socket is closed, must not keep the next one waiting for longer. */
export const CHANGE_WITHIN_MS = 3_000;
/** After the last confirmation: the key is on its way to the thread that decrypts. A frame that comes too early would stop the picture. */
export const CHANGE_AFTER_MS = 500;

export interface NumberedKey {
  readonly number: number;
  readonly key: Bytes;
}

export interface SenderKeysOptions {
  readonly clock: Clock;
  readonly createKey: () => Bytes;
  /** @param isUsed what is sent is already encrypted with it */
  readonly send: (contactId: string, key: NumberedKey, isUsed: boolean) => void;
  /** What is sent is encrypted with this key from now on. */
  readonly startUsing: (key: NumberedKey) => void;
  /** Can open what is sent from now on, or no more, because they have not confirmed the key. */
  readonly onReady: (contactId: string) => void;
}

export interface SenderKeys {
  /** Somebody to whom keys can be sent has come. */
  add(contactId: string): void;
  remove(contactId: string): void;
  /** A key is confirmed. */
  handleReceived(contactId: string, number: number): void;
  /** Sends the newest key again. */
  sendAgain(contactId: string): void;
  /** Has not confirmed the newest key. */
  isPending(contactId: string): boolean;
  isReady(contactId: string): boolean;
  stop(): void;
}

export function createSenderKeys({ clock, createKey, send, startUsing, onReady }: SenderKeysOptions): SenderKeys {
  let current: NumberedKey = { number: 1, key: createKey() };
  let next: NumberedKey | null = null;
  let deadline: unknown = null;
  /** All have confirmed the next key. */
  let changing: unknown = null;
  /** The numbers of the keys that each has confirmed. */
  const confirmed = new Map<string, Set<number>>();
  const ready = new Set<string>();

  const newest = () => next ?? current;
  const has = (contactId: string, { number }: NumberedKey) => confirmed.get(contactId)?.has(number) ?? false;
  const readers = () => [...confirmed.keys()].filter((id) => has(id, current));
  const sendNewest = (contactId: string) => send(contactId, newest(), newest() === current);

  const stopTimers = () => {
    for (const timer of [deadline, changing]) if (timer !== null) clock.clearTimeout(timer);
    deadline = changing = null;
  };

  function updateReady() {
    for (const contactId of confirmed.keys()) {
      if (has(contactId, current) === ready.has(contactId)) continue;
      if (!ready.delete(contactId)) ready.add(contactId);
      onReady(contactId);
    }
  }

  function change() {
    stopTimers();
    const before = new Set(readers());
    current = newest();
    next = null;
    startUsing(current);
    // Who could not open anything yet waits for this: frames under a key that they do not have would only delay their first picture.
    for (const contactId of confirmed.keys()) if (!before.has(contactId)) sendNewest(contactId);
    updateReady();
  }

  function changeIfConfirmed() {
    if (!next) return;
    // Nobody's picture can stop.
    if (readers().length === 0) change();
    else if (readers().every((id) => has(id, newest()))) changing ??= clock.setTimeout(change, CHANGE_AFTER_MS);
  }

  /** Begins to change the key; one that has been begun and that nobody who left has seen serves for this too. */
  function begin() {
    if (changing !== null) clock.clearTimeout(changing);
    changing = null;
    next = { number: newest().number + 1, key: createKey() };
    if (readers().length > 0) for (const contactId of confirmed.keys()) sendNewest(contactId);
    deadline ??= clock.setTimeout(change, CHANGE_WITHIN_MS);
    changeIfConfirmed();
  }

  startUsing(current);
  return {
    add(contactId) {
      confirmed.set(contactId, new Set());
      ready.delete(contactId);
      if (next) sendNewest(contactId);
      else begin();
    },
    remove(contactId) {
      ready.delete(contactId);
      if (confirmed.delete(contactId)) begin();
    },
    handleReceived(contactId, number) {
      confirmed.get(contactId)?.add(number);
      changeIfConfirmed();
      updateReady();
    },
    sendAgain: (contactId) => confirmed.has(contactId) && sendNewest(contactId),
    isPending: (contactId) => confirmed.has(contactId) && !has(contactId, newest()),
    isReady: (contactId) => ready.has(contactId),
    stop: stopTimers,
  };
}
