/**
 * What is remembered of people's keys comes back at the next sign-in, on other devices too, where the person wants it and has
 * protected keys: kept by the server, sealed and signed by these keys. So the server can hold it back, or give an earlier state of
 * it, but neither read nor make one. What a device knows already is only ever added to.
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

/** `unreadable`: what the server gives was not sealed by the person's keys of now, and is not used. Null: nobody has asked yet. */
type Kept = 'off' | 'on' | 'unreadable';
const store = createStore<{ readonly kept: Kept | null }>(() => ({ kept: null }));

interface Owner extends Reader {
  readonly publicKey: string;
}

/** By the bundle that came out of the vault: neither by what the server names, nor by a former one, which the server may know. */
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
  const sealed = (kept: KnownKeys) =>
    sealText(CryptoSchema.v2, JSON.stringify(kept), [owner], { sender: owner, place: placeOf(owner.uniqueId) });
  const all = await sealed(known);
  if (all.length <= KNOWN_KEYS_CHARS_MAX) return all;
  // Too many people: those whose number was compared are more than those who were only seen.
  return sealed(Object.fromEntries(Object.entries(known).filter(([, { comparedBy, trust }]) => comparedBy ?? trust)));
}

/** How often a session has ended here: what still runs of an earlier one touches nothing. */
let ended = 0;
let version = 0;
/** What the server has; null: nothing that counts. */
let saved: KnownKeys | null = null;
let stopListening: (() => void) | null = null;
let restored: Promise<void> | null = null;
let queue: Promise<unknown> = Promise.resolve();

function inTurn(job: () => Promise<void>): Promise<void> {
  const done = queue.then(job);
  queue = done.catch(() => undefined);
  return done;
}

/** Takes in what the server has. */
async function load(owner: Owner, since: number): Promise<void> {
  const kept = await api.getKnownKeys({});
  const theirs = kept.sealed === null ? null : await open(owner, kept.sealed);
  if (since !== ended) return;
  ({ version } = kept);
  saved = theirs;
  store.setState({ kept: kept.sealed === null ? 'off' : theirs ? 'on' : 'unreadable' });
  if (kept.sealed === null) return;
  await changeKnownKeys((known) => (theirs ? mergeKnown(known, theirs) : known));
  // Whose keys are others than those that came back is news.
  await noteKeys([...named.values()]);
}

/** Another device may have been first: then what it has saved is taken in before. */
async function save(owner: Owner, since: number, triesLeft = 3): Promise<void> {
  const known = knownKeys();
  if (since !== ended || (saved && replaceEqualDeep(saved, known) === saved)) return;
  const sealed = await seal(owner, known);
  if (since !== ended) return;
  try {
    const kept = await api.saveKnownKeys({ publicKey: owner.publicKey, sealed, version });
    if (since !== ended) return;
    ({ version } = kept);
    saved = known;
  } catch (error) {
    if (!(error instanceof ApiError && error.error === 'keysChanged') || triesLeft === 0 || since !== ended)
      throw error;
    await load(owner, since);
    if (store.getState().kept !== 'off') await save(owner, since, triesLeft - 1);
  }
}

async function start(since: number): Promise<void> {
  const owner = await findOwner();
  if (!owner || since !== ended) return;
  await inTurn(() => load(owner, since));
  if (since !== ended) return;
  const saveSoon = () => {
    const { kept } = store.getState();
    if (kept === 'on' || kept === 'unreadable') void inTurn(() => save(owner, since)).catch(() => undefined);
  };
  stopListening = onKnownKeys(saveSoon);
  saveSoon();
}

/** Brings back what was remembered, once in a session. Where the server does not answer, it is tried again the next time. */
export function restoreKnownKeys(): Promise<void> {
  const since = ended;
  restored ??= start(since).catch(() => {
    if (since === ended) restored = null;
  });
  return restored;
}

/** From now on, or not any more. Rejects where the server does not take it. */
export async function keepKnownKeys(isOn: boolean): Promise<void> {
  await restoreKnownKeys();
  const [owner, since] = [await findOwner(), ended];
  if (!owner) return;
  await inTurn(async () => {
    if (isOn) {
      saved = null;
      // Whoever has not been named on this page is known on the device.
      await changeKnownKeys((known) => known);
      await save(owner, since);
    } else {
      await api.forgetKnownKeys({});
      [version, saved] = [0, null];
    }
    if (since === ended) store.setState({ kept: isOn ? 'on' : 'off' });
  });
}

onSessionEnd(() => {
  ended += 1;
  stopListening?.();
  [stopListening, restored, saved, version] = [null, null, null, 0];
  store.setState({ kept: null });
});

export const useKeptKnownKeys = (): Kept | null => useStore(store, ({ kept }) => kept);
