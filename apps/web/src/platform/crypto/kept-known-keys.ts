/**
 * Cross-device sync of known keys, for users who want it and have protected keys. The server stores them sealed and signed with the
 * user's keys: it can withhold them or return an earlier state, but neither read nor forge them. The local state is only ever
 * extended.
 */
import { createMutex } from '@earth/async';
import { CryptoSchema, KNOWN_KEYS_CHARS_MAX, type SealedPlace } from '@earth/contracts';
import type { Reader } from '@earth/crypto';
import { replaceEqualDeep } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '../http/api-error';
import { api, myself } from '../index';
import { deviceKeys } from '../session/device-keys';
import { useScoped } from '../session/scope-context';
import type { SessionScope } from '../session/session-scope';
import { changeKnownKeys, createKnownKeysStore, createNamed, type KnownKeys, recordKnownKeys } from './known-keys';
import { mergeKnown, readKnown } from './merge-known';

/** `unreadable`: the server's copy was not sealed with the current keys of the user, and is ignored. Null: not requested yet. */
type SyncState = 'off' | 'on' | 'unreadable';

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

interface KnownKeysSync {
  readonly store: StoreApi<{ readonly sync: SyncState | null }>;
  /** Restores the known keys, once per session. If the server does not answer, the next call tries again. */
  restore(): Promise<void>;
  /** Switches the sync on or off. Rejects if the server does not accept it. */
  switchTo(isOn: boolean): Promise<void>;
}

/** The server's copy. */
function createRemoteCopy(scope: SessionScope, store: KnownKeysSync['store']) {
  let version = 0;
  /** Null: none is valid. */
  let saved: KnownKeys | null = null;

  /** Merges the server's copy into the local state. */
  async function load(owner: Owner): Promise<void> {
    const response = await api.getKnownKeys({});
    const remote = response.sealed === null ? null : await open(owner, response.sealed);
    if (scope.signal.aborted) return;
    ({ version } = response);
    saved = remote;
    store.setState({ sync: response.sealed === null ? 'off' : remote ? 'on' : 'unreadable' });
    if (response.sealed === null) return;
    await changeKnownKeys(scope, (known) => (remote ? mergeKnown(known, remote) : known));
    // Keys that differ from the restored ones count as changed.
    await recordKnownKeys(scope, [...scope.get(createNamed).values()]);
  }

  /** Optimistic concurrency: if another device saved first, its state is merged before the next try. */
  async function save(owner: Owner, triesLeft = 3): Promise<void> {
    const { known } = scope.get(createKnownKeysStore).getState();
    if (scope.signal.aborted || (saved && replaceEqualDeep(saved, known) === saved)) return;
    const sealed = await seal(owner, known);
    if (scope.signal.aborted) return;
    try {
      ({ version } = await api.saveKnownKeys({ publicKey: owner.publicKey, sealed, version }));
      saved = known;
    } catch (error) {
      const isChanged = error instanceof ApiError && error.error === 'keysChanged';
      if (!isChanged || triesLeft === 0 || scope.signal.aborted) throw error;
      await load(owner);
      if (store.getState().sync !== 'off') await save(owner, triesLeft - 1);
    }
  }

  return {
    load,
    save,
    async saveAnew(owner: Owner) {
      saved = null;
      // Contacts not named on this page are read from the device.
      await changeKnownKeys(scope, (known) => known);
      await save(owner);
    },
    async forget() {
      await api.forgetKnownKeys({});
      [version, saved] = [0, null];
    },
  };
}

export function createKnownKeysSync(scope: SessionScope): KnownKeysSync {
  const store = createStore<{ readonly sync: SyncState | null }>(() => ({ sync: null }));
  const remote = createRemoteCopy(scope, store);
  const enqueue = createMutex();
  let restored: Promise<void> | null = null;

  async function start(): Promise<void> {
    const owner = await findOwner();
    if (!owner || scope.signal.aborted) return;
    await enqueue(() => remote.load(owner));
    if (scope.signal.aborted) return;
    const saveSoon = () => {
      const { sync } = store.getState();
      if (sync === 'on' || sync === 'unreadable') void enqueue(() => remote.save(owner)).catch(() => undefined);
    };
    scope.onDispose(scope.get(createKnownKeysStore).subscribe(saveSoon));
    saveSoon();
  }

  function restore(): Promise<void> {
    restored ??= start().catch(() => {
      restored = null;
    });
    return restored;
  }

  return {
    store,
    restore,
    async switchTo(isOn) {
      await restore();
      const owner = await findOwner();
      if (!owner) return;
      await enqueue(() => (isOn ? remote.saveAnew(owner) : remote.forget()));
      store.setState({ sync: isOn ? 'on' : 'off' });
    },
  };
}

export const useKnownKeysSync = (): SyncState | null =>
  useStore(useScoped(createKnownKeysSync).store, ({ sync }) => sync);
