/**
 * Who is signed in. Authenticated means that a token, the profile, the private key and a flag are all stored
 * (D4.1); what cannot be saved signs out.
 */
import { Availability, type CallInput, type Login, type Profile, type setAvailability } from '@earth/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { log, LogLevel } from '../app-log';
import type { LocalStore } from '../storage/local-store';

export type SessionState =
  /** What is stored is being read. */
  | { readonly status: 'starting' }
  /** `isOver`: the server ended it, the person did not. */
  | { readonly status: 'signedOut'; readonly isOver: boolean }
  /**
   * The keys are in the person's vault: its passphrase or recovery code is asked for. Null: the company requires one, and it is
   * still to be made.
   */
  | { readonly status: 'locked'; readonly profile: Profile; readonly keyVault: string | null }
  /**
   * `mustProtect`: the company requires protected keys, and these are not. Known since the page was opened or signed in: who is in
   * the middle of something goes on with it.
   */
  | { readonly status: 'signedIn'; readonly profile: Profile; readonly mustProtect?: boolean };

/** What a vault gives: the private bundles, and the public one to which they belong. */
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
  /** Ends what this page has of a session beside its record: the socket, the caches, a running call. More than once is harmless. */
  readonly onEnd: () => void;
  /** Forgets what the device keeps for a session beside its record, for all its pages. */
  readonly forget: () => void;
}

export interface Session {
  readonly store: StoreApi<SessionState>;
  /** Reads what is stored, shows it, and then renews the token. Resolves once the session can be used. */
  start(): Promise<void>;
  /**
   * Takes a sign-in, or a change of customer, over; where the keys are in a vault, that is still to be opened. Rejects where
   * it cannot be kept: then nobody is signed in.
   */
  save(login: Login): Promise<void>;
  /** Takes the keys out of one's vault over, the first time or instead of those before. Rejects as `save`. */
  takeKeys(keys: VaultBundles): Promise<void>;
  /** What of it changes by itself: minutes of a paid service are used up, and bought. Rejects where the server does not say. */
  renewProfile(): Promise<void>;
  setAvailable(available: boolean): Promise<void>;
  /** Signs out on the server too; its failure is ignored. */
  signOut(): Promise<void>;
  /** The server ended the session, or another tab did. */
  end(isOver: boolean): Promise<void>;
  /** Another tab has changed what is stored: it has signed in or out, or gone to another customer company. */
  follow(): void;
}

const isToProtect = ({ company, hasProtectedKeys }: Profile) =>
  company.requiresProtectedKeys === true && hasProtectedKeys !== true;

const signedIn = (profile: Profile, mustProtect: boolean): SessionState => ({
  status: 'signedIn',
  profile,
  ...(mustProtect && { mustProtect }),
});

/** Says so in the log (D8.3). */
function keyNotReceived(): Error {
  log(LogLevel.error, 'privateKey not received');
  return new Error('privateKey not received');
}

/** The public key of the device by what the server says; undefined: it keeps none of its own. */
const keyNamedBy = ({ hasProtectedKeys, publicKey }: Profile) => (hasProtectedKeys ? publicKey : undefined);

/** Whether it was to be done when the page was opened. */
const wasToProtect = (state: SessionState) => state.status === 'signedIn' && state.mustProtect === true;

/** Who is signed in by what is stored, but for the key. */
const readStored = (local: LocalStore) => (local.readToken() && local.readFlag() ? local.readProfile() : null);

/** What the device keeps is the matter of the tab that changed it: it may have kept something new since. */
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
    const mustProtect = isSame ? wasToProtect(state) : isToProtect(profile);
    store.setState(signedIn(profile, mustProtect), true);
  } else if (state.status === 'signedIn') store.setState({ status: 'signedOut', isOver: false }, true);
}

/** The profile as the server has it; calls that are switched off make everybody unavailable. */
async function loadProfile({ api, callsEnabled }: SessionPorts): Promise<Profile> {
  const profile = await api.getProfile();
  if (callsEnabled() || profile.availability === Availability.offline) return profile;
  return api.setAvailability({ availability: Availability.offline });
}

/** How somebody comes in: by a sign-in, by the keys out of their vault, and by what this device keeps of both. */
function createEntry(store: Session['store'], ports: SessionPorts, end: (isOver: boolean) => Promise<void>) {
  const { store: local, keys, api } = ports;

  function put(profile: Profile, mustProtect: boolean) {
    local.writeProfile(profile);
    store.setState(signedIn(profile, mustProtect), true);
  }

  /**
   * Rejects where the keys cannot be read. Whoever is told another public key than the device's own would seal for somebody else what they mean to keep. Which that is
   * says the device: another tab may have taken other keys since.
   */
  async function show(profile: Profile, mustProtect = isToProtect(profile)) {
    const kept = await keys.read();
    // Who has signed out meanwhile stays out.
    if (!local.readFlag()) return;
    if (!kept || keyNamedBy(profile) !== kept.publicKey) return end(true);
    put(profile, mustProtect);
  }

  async function keep(taken: string | VaultBundles) {
    await keys.save(taken);
    const profile = await loadProfile(ports);
    local.writeFlag();
    return profile;
  }

  /** In another customer company one is somebody else: nothing of before is for them. */
  function leaveFormer() {
    if (store.getState().status !== 'signedIn') return;
    ports.onEnd();
    ports.forget();
  }

  async function lock(keyVault: string | null) {
    const profile = await api.getProfile();
    leaveFormer();
    // Until there is a vault, and it is open, nobody is signed in.
    local.clearFlag();
    store.setState({ status: 'locked', profile, keyVault }, true);
  }

  /** What cannot be kept signs out. */
  async function orOut(take: () => Promise<void>) {
    try {
      await take();
    } catch (error) {
      await end(false);
      throw error;
    }
  }

  return {
    put,
    show,
    save: (login: Login) =>
      orOut(async () => {
        local.writeToken(login.token);
        if ('keyVault' in login) return lock(login.keyVault);
        // The company wants keys that this person has still to make.
        if ('mustProtectKeys' in login) return lock(null);
        if (login.privateKey === '') throw keyNotReceived();
        const profile = await keep(login.privateKey);
        leaveFormer();
        await show(profile);
      }),
    takeKeys: (bundles: VaultBundles) =>
      orOut(async () => {
        const profile = await keep(bundles);
        // What is open was opened by the keys of before.
        if (store.getState().status === 'signedIn') ports.onEnd();
        await show(profile);
      }),
  };
}

export function createSession(ports: SessionPorts): Session {
  const store = createStore<SessionState>(() => ({ status: 'starting' }));
  const { store: local, keys, api } = ports;

  /** Who leaves is not told that the session is over, whatever still comes in. */
  let isLeaving = false;

  async function end(isOver: boolean) {
    const { status } = store.getState();
    // What is kept now may be the next person's.
    if (isOver && status === 'signedOut') return;
    const isNews = isOver && !isLeaving && status === 'signedIn';
    ports.onEnd();
    ports.forget();
    local.clear();
    store.setState({ status: 'signedOut', isOver: isNews }, true);
    // A browser that refuses its database has no key to forget.
    await keys.delete().catch(() => undefined);
  }
  const { put, show, save, takeKeys } = createEntry(store, ports, end);

  return {
    store,
    async start() {
      const profile = readStored(local);
      // A database that fails for a moment says nothing of what is in it: what is stored stays, for the page that is opened next.
      const kept = await keys.read().catch(() => undefined);
      // Nor does anything of a visitor go: what they have chosen here outlives the page.
      if (kept === undefined || (!kept && !local.hasSession())) {
        store.setState({ status: 'signedOut', isOver: false }, true);
        return;
      }
      if (!profile || !kept) {
        if (profile) keyNotReceived();
        await end(false);
        return;
      }
      store.setState(signedIn(profile, isToProtect(profile)), true);
      await ports.refresh();
      if (store.getState().status !== 'signedIn') return;
      // Without an answer, what was stored stays readable.
      await loadProfile(ports)
        .then((loaded) => show(loaded))
        .catch(() => undefined);
    },
    save,
    takeKeys,
    async renewProfile() {
      const before = store.getState();
      if (before.status !== 'signedIn') return;
      const profile = await api.getProfile();
      const kept = await keys.read();
      // What has changed meanwhile is newer; who has signed out stays out.
      if (store.getState() !== before || !local.readFlag()) return;
      // Other keys are taken just now, in another tab perhaps, which shows them.
      if (!kept || keyNamedBy(profile) !== kept.publicKey) return;
      put(profile, wasToProtect(before));
    },
    async setAvailable(available) {
      const availability = available ? Availability.online : Availability.offline;
      await show(await api.setAvailability({ availability }), wasToProtect(store.getState()));
    },
    async signOut() {
      isLeaving = true;
      // While the token is still good: a running call is left with it, and the socket does not see itself thrown out.
      ports.onEnd();
      // Before the server tells the other tabs: they go with this one, and hear of no end.
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
