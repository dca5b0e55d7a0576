/**
 * Cross-device sync of known keys, for users who want it and have protected keys. The server stores them sealed and signed with the
 * user's keys: it can withhold them or return an earlier state, but neither read nor forge them. The local state is only ever
 * extended.
 */
import { CryptoSchema, KNOWN_KEYS_CHARS_MAX, type SealedPlace } from '@earth/contracts';
import type { Reader } from '@earth/crypto';
import { replaceEqualDeep } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ApiError } from '../http/api-error';
import { api, myself, onSessionEnd } from '../index';
import { deviceKeys } from '../session/device-keys';
import { changeKnownKeys, type KnownKeys, knownKeys, named, noteKeys, onKnownKeys } from './known-keys';
import { mergeKnown, readKnown } from './merge-known';

/** `unreadable`: the server's copy was not sealed with the current keys of the user, and is ignored. Null: not requested yet. */
type SyncState = 'off' | 'on' | 'unreadable';
const store = createStore<{ readonly sync: SyncState | null }>(() => ({ sync: null }));

interface Owner extends Reader {
  readonly publicKey: string;
}

/**
 * Uses the bundle from the vault: neither the one that the server names, nor a former one whose private key the server may know.
 */
async function findOwner(): Promise<Owner | null> {
  const me = myself();
  const keys = me?.hasProtectedKeys ? await deviceKeys.read() : null;
  return me && keys?.publicKey !== undefined ? { uniqueId: me.uniqueId, keys, publicKey: keys.publicKey } : null;
}

const placeOf = (within: string): SealedPlace => ({ kind: 'knownKeys', within, id: null });

async function open(owner: Owner, sealed: string): Promise<KnownKeys | null> {
  const { uniqueId, publicKey } = owner;
  const origin = { sender: { uniqueId, publicKey }, place: placeOf(uniqueId) };
  const { openText } = await import('@earth/crypto');
  const text = await openText(CryptoSchema.v2, sealed, owner, origin);
  return typeof text === 'string' ? readKnown(text) : null;
}

async function seal(owner: Owner, known: KnownKeys): Promise<string> {
  const { sealText } = await import('@earth/crypto');
  const sealKeys = (keys: KnownKeys) =>
    sealText(CryptoSchema.v2, JSON.stringify(keys), [owner], { sender: owner, place: placeOf(owner.uniqueId) });
  const all = await sealKeys(known);
  if (all.length <= KNOWN_KEYS_CHARS_MAX) return all;
  // Size limit exceeded: compared contacts take precedence over contacts that were only seen.
  return sealKeys(Object.fromEntries(Object.entries(known).filter(([, { comparedBy, trust }]) => comparedBy ?? trust)));
}

/** Session counter: pending work of an earlier session must not touch the current one. */
let endedSessions = 0;
let version = 0;
/** The server's copy; null: none is valid. */
let saved: KnownKeys | null = null;
let stopListening: (() => void) | null = null;
let restored: Promise<void> | null = null;
let queue: Promise<unknown> = Promise.resolve();

function enqueue(job: () => Promise<void>): Promise<void> {
  const done = queue.then(job);
  queue = done.catch(() => undefined);
  return done;
}

/** Merges the server's copy into the local state. */
async function load(owner: Owner, since: number): Promise<void> {
  const response = await api.getKnownKeys({});
  const remote = response.sealed === null ? null : await open(owner, response.sealed);
  if (since !== endedSessions) return;
  ({ version } = response);
  saved = remote;
  store.setState({ sync: response.sealed === null ? 'off' : remote ? 'on' : 'unreadable' });
  if (response.sealed === null) return;
  await changeKnownKeys((known) => (remote ? mergeKnown(known, remote) : known));
  // Keys that differ from the restored ones count as changed.
  await noteKeys([...named.values()]);
}

/** Optimistic concurrency: if another device saved first, its state is merged before the next try. */
async function save(owner: Owner, since: number, triesLeft = 3): Promise<void> {
  const known = knownKeys();
  if (since !== endedSessions || (saved && replaceEqualDeep(saved, known) === saved)) return;
  const sealed = await seal(owner, known);
  if (since !== endedSessions) return;
  try {
    const response = await api.saveKnownKeys({ publicKey: owner.publicKey, sealed, version });
    if (since !== endedSessions) return;
    ({ version } = response);
    saved = known;
  } catch (error) {
    if (!(error instanceof ApiError && error.error === 'keysChanged') || triesLeft === 0 || since !== endedSessions)
      throw error;
    await load(owner, since);
    if (store.getState().sync !== 'off') await save(owner, since, triesLeft - 1);
  }
}

async function start(since: number): Promise<void> {
  const owner = await findOwner();
  if (!owner || since !== endedSessions) return;
  await enqueue(() => load(owner, since));
  if (since !== endedSessions) return;
  const saveSoon = () => {
    const { sync } = store.getState();
    if (sync === 'on' || sync === 'unreadable') void enqueue(() => save(owner, since)).catch(() => undefined);
  };
  stopListening = onKnownKeys(saveSoon);
  saveSoon();
}

/** Restores the known keys, once per session. If the server does not answer, the next call tries again. */
export function restoreKnownKeys(): Promise<void> {
  const since = endedSessions;
  restored ??= start(since).catch(() => {
    if (since === endedSessions) restored = null;
  });
  return restored;
}

/** Switches the sync on or off. Rejects if the server does not accept it. */
export async function setKnownKeysSync(isOn: boolean): Promise<void> {
  await restoreKnownKeys();
  const [owner, since] = [await findOwner(), endedSessions];
  if (!owner) return;
  await enqueue(async () => {
    if (isOn) {
      saved = null;
      // Contacts not named on this page are read from the device.
      await changeKnownKeys((known) => known);
      await save(owner, since);
    } else {
      await api.forgetKnownKeys({});
      [version, saved] = [0, null];
    }
    if (since === endedSessions) store.setState({ sync: isOn ? 'on' : 'off' });
  });
}

onSessionEnd(() => {
  endedSessions += 1;
  stopListening?.();
  [stopListening, restored, saved, version] = [null, null, null, 0];
  store.setState({ sync: null });
});

export const useKnownKeysSync = (): SyncState | null => useStore(store, ({ sync }) => sync);
