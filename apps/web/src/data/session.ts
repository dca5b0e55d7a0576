/**
 * Who is signed in. Authenticated means that a token, the profile, the private key and a flag are all stored (Discover
 * 4); what cannot be saved signs out.
 */
import { Availability, type CallInput, type Login, type Profile, type setAvailability } from '@earth/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LocalStore } from './local-store';

export type SessionState =
  /** What is stored is being read. */
  | { readonly status: 'starting' }
  /** `isOver`: the server ended it, the person did not. */
  | { readonly status: 'signedOut'; readonly isOver: boolean }
  | { readonly status: 'signedIn'; readonly profile: Profile };

export interface SessionPorts {
  readonly store: LocalStore;
  readonly keys: {
    save(privateKey: string): Promise<void>;
    read(): Promise<unknown>;
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
  /** Takes a sign-in, or a change of customer, over. Rejects where it cannot be kept: then nobody is signed in. */
  save(login: Login): Promise<void>;
  setAvailable(available: boolean): Promise<void>;
  /** Signs out on the server too; its failure is ignored. */
  signOut(): Promise<void>;
  /** The server ended the session, or another tab did. */
  end(isOver: boolean): Promise<void>;
  /** Another tab has changed what is stored: it has signed in or out, or gone to another customer company. */
  follow(): void;
}

/** Who is signed in by what is stored, but for the key. */
const readStored = (local: LocalStore) => (local.readToken() && local.readFlag() ? local.readProfile() : null);

/** What the device keeps is the matter of the tab that changed it: it may have kept something new since. */
function followStored(store: Session['store'], { store: local, onEnd }: SessionPorts): void {
  const state = store.getState();
  if (state.status === 'starting') return;
  const profile = readStored(local);
  const isSame = state.status === 'signedIn' && state.profile.uniqueId === profile?.uniqueId;
  if (state.status === 'signedIn' && !isSame) onEnd();
  if (profile) store.setState({ status: 'signedIn', profile }, true);
  else if (state.status === 'signedIn') store.setState({ status: 'signedOut', isOver: false }, true);
}

/** The profile as the server has it; calls that are switched off make everybody unavailable. */
async function loadProfile({ api, callsEnabled }: SessionPorts): Promise<Profile> {
  const profile = await api.getProfile();
  if (callsEnabled() || profile.availability === Availability.offline) return profile;
  return api.setAvailability({ availability: Availability.offline });
}

export function createSession(ports: SessionPorts): Session {
  const store = createStore<SessionState>(() => ({ status: 'starting' }));
  const { store: local, keys, api } = ports;

  const show = (profile: Profile) => {
    local.writeProfile(profile);
    store.setState({ status: 'signedIn', profile }, true);
  };

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

  return {
    store,
    async start() {
      const profile = readStored(local);
      const hasKey = await keys.read().catch(() => null);
      if (!profile || !hasKey) {
        await end(false);
        return;
      }
      store.setState({ status: 'signedIn', profile }, true);
      await ports.refresh();
      if (store.getState().status !== 'signedIn') return;
      // Without an answer, what was stored stays readable.
      await loadProfile(ports).then(show, () => undefined);
    },
    async save(login) {
      try {
        local.writeToken(login.token);
        await keys.save(login.privateKey);
        const profile = await loadProfile(ports);
        local.writeFlag();
        // In another customer company one is somebody else: nothing of before is for them.
        if (store.getState().status === 'signedIn') {
          ports.onEnd();
          ports.forget();
        }
        show(profile);
      } catch (error) {
        await end(false);
        throw error;
      }
    },
    async setAvailable(available) {
      const availability = available ? Availability.online : Availability.offline;
      show(await api.setAvailability({ availability }));
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
