/** What stays on the device, under fixed keys of local storage (A3.16 to A3.22). Reading never fails; writing says whether it worked. */
import * as z from 'zod/mini';
import { authToken, decode, encode, type AuthToken, type Profile, profile as profileSchema } from '@earth/contracts';

/** Kept when a person signs out (A3.25); everything else goes. */
const KEPT = /^(deviceId|language|menu|favorite_contents|favorite_contacts|skip_.+)$/;

/** What says who is signed in. */
export const SESSION_KEYS: ReadonlySet<string> = new Set(['token', 'profile', 'loggedIn']);

/** The selected devices: video, audio in, audio out (A3.22). */
const DEVICE_KEYS = { camera: 'selectedVideo', microphone: 'selectedAudioIn', speaker: 'selectedAudioOut' } as const;

/** A3.21: where pushes reach the mobile shell, for all but calls and, on iOS, for calls. */
export type PushTokenKey = 'firebaseToken' | 'voipToken';

/** Named like the favourite contents. By the person who marked them: several may share a device. */
const FAVORITES = 'favorite_contacts';

/** D3.31: the contents that were saved, as they come by the wire. */
export const SAVED_KEY = 'favorite_contents';
/** Client settings of the lists of scenes (D3.35). */
export const FILTER_KEYS = ['currentFilteredCustomer', 'onlyPrivateContentsVisible'] as const;

const isForEverybody = (item: { readonly content?: { readonly visibility?: unknown } } | null) =>
  item?.content?.visibility === 'public';

/** What a person may choose one of. */
export type DeviceKind = keyof typeof DEVICE_KEYS;

export interface TextStore {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

function readJson(store: TextStore, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function readFavorites(store: TextStore): Readonly<Record<string, readonly string[]>> {
  const favorites = z.record(z.string(), z.array(z.string())).safeParse(readJson(store, FAVORITES));
  return favorites.data ?? {};
}

/** The device's memory of a session. `store` is `localStorage` in the browser. */
export function createLocalStore(store: TextStore) {
  return {
    readToken(): AuthToken | null {
      const decoded = decode(authToken, readJson(store, 'token'));
      return decoded.success ? decoded.data : null;
    },
    writeToken: (token: AuthToken) => store.setItem('token', JSON.stringify(encode(authToken, token))),
    readProfile(): Profile | null {
      const decoded = decode(profileSchema, readJson(store, 'profile'));
      return decoded.success ? decoded.data : null;
    },
    writeProfile(profile: Profile) {
      const wire = encode(profileSchema, profile) as { readonly Company: unknown };
      store.setItem('profile', JSON.stringify(wire));
      store.setItem('company', JSON.stringify(wire.Company));
    },
    /** Whether anything is left of somebody who was signed in. */
    hasSession: () => [...SESSION_KEYS].some((key) => store.getItem(key) !== null),
    readFlag: () => store.getItem('loggedIn') === 'true',
    writeFlag: () => store.setItem('loggedIn', 'true'),
    clearFlag: () => store.removeItem('loggedIn'),
    /** The browser's id of the device that was chosen for calls; null: none was. */
    readChosen: (kind: DeviceKind) => store.getItem(DEVICE_KEYS[kind]),
    writeChosen(kind: DeviceKind, id: string | null) {
      if (id === null) store.removeItem(DEVICE_KEYS[kind]);
      else store.setItem(DEVICE_KEYS[kind], id);
    },
    /** Why pushes cannot be had here (D8.15); null: they can. */
    writePushError(error: string | null) {
      if (error === null) store.removeItem('notificationServiceError');
      else store.setItem('notificationServiceError', error);
    },
    readPushToken: (key: PushTokenKey) => store.getItem(key),
    writePushToken(key: PushTokenKey, token: string | null) {
      if (token === null) store.removeItem(key);
      else store.setItem(key, token);
    },
    /** Ids of the contacts that a person has marked on this device. */
    readFavorites: (ownerId: string) => readFavorites(store)[ownerId] ?? [],
    writeFavorites: (ownerId: string, ids: readonly string[]) =>
      store.setItem(FAVORITES, JSON.stringify({ ...readFavorites(store), [ownerId]: ids })),
    /** The id that this device made for itself, once. */
    deviceId(create: () => string): string {
      const known = store.getItem('deviceId');
      if (known && /^[\w-]{8,64}$/.test(known)) return known;
      const made = create();
      store.setItem('deviceId', made);
      return made;
    },
    /**
     * Of Discover's what is of the person who was signed in: whose contents they looked at, and those that they saved and that are
     * not for everybody. Here, and not where it is written: that part of the app need not have been loaded when a session ends.
     */
    forgetPrivate() {
      for (const key of FILTER_KEYS) store.removeItem(key);
      const saved = readJson(store, SAVED_KEY);
      if (Array.isArray(saved)) store.setItem(SAVED_KEY, JSON.stringify(saved.filter(isForEverybody)));
    },
    /** It has entries of the company whose person was signed in. */
    forgetMenu: () => store.removeItem('menu'),
    clear() {
      const keys = Array.from({ length: store.length }, (_, index) => store.key(index));
      for (const key of keys) if (key !== null && !KEPT.test(key)) store.removeItem(key);
    },
  };
}

export type LocalStore = ReturnType<typeof createLocalStore>;
