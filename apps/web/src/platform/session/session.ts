/**
 * The session: the signed-in user of this device. Authenticated means that a token, the profile, the private key and a flag are all
 * stored (D4.1); if one of them cannot be stored, the user is signed out.
 */
import { Availability, type CallInput, type Login, type Profile, type setAvailability } from '@earth/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { log, LogLevel } from '../app-log';
import type { LocalStore } from '../storage/local-store';

export type SessionState =
  /** The stored session is being read. */
  | { readonly status: 'starting' }
  /** `isOver`: the server ended the session, not the user. */
  | { readonly status: 'signedOut'; readonly isOver: boolean }
  /**
   * The keys are in the user's vault: the screen asks for its passphrase or recovery code. Null: the company requires a vault, and
   * it is still to be made.
   */
  | { readonly status: 'locked'; readonly profile: Profile; readonly keyVault: string | null }
  /**
   * `mustProtect`: the company requires protected keys, and these are not. Decided when the page is opened or the user signs in, so
   * that nobody is interrupted later.
   */
  | { readonly status: 'signedIn'; readonly profile: Profile; readonly mustProtect?: boolean };

/** The contents of a vault: the private bundles, and the public bundle to which they belong. */
export interface VaultBundles {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly former: readonly string[];
}

export interface SessionPorts {
  readonly store: LocalStore;
  readonly keys: {
    save(keys: string | VaultBundles): Promise<void>;
    read(): Promise<{ readonly publicKey?: string } | null>;
    delete(): Promise<void>;
  };
  readonly api: {
    getProfile(): Promise<Profile>;
    setAvailability(input: CallInput<typeof setAvailability>): Promise<Profile>;
    signOut(): Promise<null>;
  };
  readonly refresh: () => Promise<boolean>;
  readonly callsEnabled: () => boolean;
  /** Ends what this page has of a session: the socket, the caches, a running call. Idempotent. */
  readonly onEnd: () => void;
  /** Deletes what the device stores for a session, for all its pages. `isOver`: the server ended it, and its user may come back. */
  readonly forget: (isOver: boolean) => void;
}

export interface Session {
  readonly store: StoreApi<SessionState>;
  /** Reads and shows the stored session, then refreshes the token. Resolves when the session can be used. */
  start(): Promise<void>;
  /**
   * Stores a sign-in, or a change of company; if the keys are in a vault, that is still to be opened. Rejects if it cannot be
   * stored: then nobody is signed in.
   */
  save(login: Login): Promise<void>;
  /** Stores the keys from the user's vault, the first time or in place of former ones. Rejects like `save`. */
  storeKeys(keys: VaultBundles): Promise<void>;
  /**
   * Reloads the fields that change by themselves: minutes of a paid service are used up, and bought. Rejects if the server does not
   * answer.
   */
  renewProfile(): Promise<void>;
  setAvailable(available: boolean): Promise<void>;
  /** Signs out on the server too; a failure there is ignored. */
  signOut(): Promise<void>;
  /** Called when the server or another tab ended the session. */
  end(isOver: boolean): Promise<void>;
  /** Called when another tab has changed what is stored: it has signed in or out, or changed the company. */
  follow(): void;
}

const needsProtection = ({ company, hasProtectedKeys }: Profile) =>
  company.requiresProtectedKeys === true && hasProtectedKeys !== true;

const signedIn = (profile: Profile, mustProtect: boolean): SessionState => ({
  status: 'signedIn',
  profile,
  ...(mustProtect && { mustProtect }),
});

/** Logs the error (D8.3). */
function keyNotReceived(): Error {
  log(LogLevel.error, 'privateKey not received');
  return new Error('privateKey not received');
}

/** The public key that this device must have according to the server; undefined: the server made the keys. */
const keyNamedBy = ({ hasProtectedKeys, publicKey }: Profile) => (hasProtectedKeys ? publicKey : undefined);

/** Whether protecting the keys was required when the page was opened. */
const neededProtection = (state: SessionState) => state.status === 'signedIn' && state.mustProtect === true;

/** The stored profile, if everything but the key is stored. */
const readStored = (local: LocalStore) => (local.readToken() && local.readFlag() ? local.readProfile() : null);

/** The stored data is owned by the tab that changed it, which may have stored something new since: it is only read here. */
function followStored(store: Session['store'], { store: local, onEnd }: SessionPorts): void {
  const state = store.getState();
  if (state.status === 'starting') return;
  const profile = readStored(local);
  const isSame =
    state.status === 'signedIn' &&
    state.profile.uniqueId === profile?.uniqueId &&
    state.profile.publicKey === profile.publicKey;
  if (state.status === 'signedIn' && !isSame) onEnd();
  if (profile) {
    const mustProtect = isSame ? neededProtection(state) : needsProtection(profile);
    store.setState(signedIn(profile, mustProtect), true);
  } else if (state.status === 'signedIn') store.setState({ status: 'signedOut', isOver: false }, true);
}

/** The profile from the server. If calls are switched off, the user is unavailable. */
async function loadProfile({ api, callsEnabled }: SessionPorts): Promise<Profile> {
  const profile = await api.getProfile();
  if (callsEnabled() || profile.availability === Availability.offline) return profile;
  return api.setAvailability({ availability: Availability.offline });
}

/** The ways into a session: a sign-in, the keys from the vault, and what this device has stored. */
function createEntry(store: Session['store'], ports: SessionPorts, end: (isOver: boolean) => Promise<void>) {
  const { store: local, keys, api } = ports;

  function put(profile: Profile, mustProtect: boolean) {
    local.writeProfile(profile);
    store.setState(signedIn(profile, mustProtect), true);
  }

  /**
   * Rejects if the keys cannot be read. A server that names another public key than the device's own could make the user seal for
   * someone else. The device is authoritative; another tab may have stored other keys meanwhile.
   */
  async function show(profile: Profile, mustProtect = needsProtection(profile)) {
    const stored = await keys.read();
    // If the user signed out meanwhile, that is final.
    if (!local.readFlag()) return;
    if (!stored || keyNamedBy(profile) !== stored.publicKey) return end(true);
    put(profile, mustProtect);
  }

  async function saveKeys(newKeys: string | VaultBundles) {
    await keys.save(newKeys);
    const profile = await loadProfile(ports);
    local.writeFlag();
    return profile;
  }

  /** In another customer company the user is another account: nothing of the former one is shown. */
  function leaveFormerSession() {
    if (store.getState().status !== 'signedIn') return;
    ports.onEnd();
    ports.forget(false);
  }

  async function lock(keyVault: string | null) {
    const profile = await api.getProfile();
    leaveFormerSession();
    // Until there is a vault and it is open, nobody is signed in.
    local.clearFlag();
    store.setState({ status: 'locked', profile, keyVault }, true);
  }

  /** Signs out if something cannot be stored. */
  async function signOutOnError(run: () => Promise<void>) {
    try {
      await run();
    } catch (error) {
      await end(false);
      throw error;
    }
  }

  return {
    put,
    show,
    save: (login: Login) =>
      signOutOnError(async () => {
        local.writeToken(login.token);
        if ('keyVault' in login) return lock(login.keyVault);
        // The company requires keys that this user has still to make.
        if ('mustProtectKeys' in login) return lock(null);
        if (login.privateKey === '') throw keyNotReceived();
        const profile = await saveKeys(login.privateKey);
        leaveFormerSession();
        await show(profile);
      }),
    storeKeys: (bundles: VaultBundles) =>
      signOutOnError(async () => {
        const profile = await saveKeys(bundles);
        // What is open was opened with the former keys.
        if (store.getState().status === 'signedIn') ports.onEnd();
        await show(profile);
      }),
  };
}

export function createSession(ports: SessionPorts): Session {
  const store = createStore<SessionState>(() => ({ status: 'starting' }));
  const { store: local, keys, api } = ports;

  /** During a sign-out, no late answer reports that the session is over. */
  let isLeaving = false;

  async function end(isOver: boolean) {
    const { status } = store.getState();
    // What is stored now may belong to the next user.
    if (isOver && status === 'signedOut') return;
    const isReported = isOver && !isLeaving && status === 'signedIn';
    ports.onEnd();
    ports.forget(isOver);
    local.clear();
    store.setState({ status: 'signedOut', isOver: isReported }, true);
    // If the browser refuses IndexedDB, there is no key to delete.
    await keys.delete().catch(() => undefined);
  }
  const { put, show, save, storeKeys } = createEntry(store, ports, end);

  return {
    store,
    async start() {
      const profile = readStored(local);
      // A temporary failure of the database says nothing about its contents: what is stored stays for the next page.
      const stored = await keys.read().catch(() => undefined);
      // A visitor's choices outlive the page, so nothing is deleted for a visitor.
      if (stored === undefined || (!stored && !local.hasSession())) {
        store.setState({ status: 'signedOut', isOver: false }, true);
        return;
      }
      if (!profile || !stored) {
        if (profile) keyNotReceived();
        await end(false);
        return;
      }
      store.setState(signedIn(profile, needsProtection(profile)), true);
      await ports.refresh();
      if (store.getState().status !== 'signedIn') return;
      // Without an answer, the stored data stays readable.
      await loadProfile(ports)
        .then((loaded) => show(loaded))
        .catch(() => undefined);
    },
    save,
    storeKeys,
    async renewProfile() {
      const before = store.getState();
      if (before.status !== 'signedIn') return;
      const profile = await api.getProfile();
      const stored = await keys.read();
      // A change made meanwhile is newer, and a sign-out final.
      if (store.getState() !== before || !local.readFlag()) return;
      // Other keys are being stored, perhaps by another tab, which then shows them.
      if (!stored || keyNamedBy(profile) !== stored.publicKey) return;
      put(profile, neededProtection(before));
    },
    async setAvailable(available) {
      const availability = available ? Availability.online : Availability.offline;
      await show(await api.setAvailability({ availability }), neededProtection(store.getState()));
    },
    async signOut() {
      isLeaving = true;
      // While the token is still valid: a running call is left with it, and the socket does not report being disconnected.
      ports.onEnd();
      // Before the server notifies the other tabs: they follow this one, and show no notice.
      local.clearFlag();
      await api.signOut().catch(() => undefined);
      await end(false);
      isLeaving = false;
    },
    end,
    follow() {
      if (!isLeaving) followStored(store, ports);
    },
  };
}
