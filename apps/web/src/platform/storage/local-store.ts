/** Typed `localStorage` under fixed keys (A3.16 to A3.22). Reading never fails; writing returns whether it worked. */
import * as z from 'zod/mini';
import { authToken, decode, encode, type AuthToken, type Profile, profile as profileSchema } from '@earth/contracts';

/** Kept at sign-out (A3.25); everything else is deleted. The server of the mobile shell is the device's, not the user's. */
const KEPT_AT_SIGN_OUT =
  /^(serverAddress|serverSettings|deviceId|language|menu|favorite_contents|favorite_contacts|camera_lens|skip_.+)$/;

/** The keys that define the signed-in user. */
export const SESSION_KEYS: ReadonlySet<string> = new Set(['token', 'profile', 'loggedIn']);

/** The selected devices: video, AR video, audio in, audio out (A3.22, A3.23). */
const DEVICE_KEYS = {
  camera: 'selectedVideo',
  arCamera: 'selectedArVideo',
  microphone: 'selectedAudioIn',
  speaker: 'selectedAudioOut',
} as const;

const AR_ON = 'arEnabled';

/** A3.21: the push tokens of the mobile shell, one for everything and, on iOS, one for calls. */
export type PushTokenKey = 'firebaseToken' | 'voipToken';

/** Named like the favourite contents. Grouped by user, because several may share a device. */
const FAVORITES = 'favorite_contacts';

/** D3.31: the saved contents, as on the wire. */
export const SAVED_KEY = 'favorite_contents';
/** The client settings of the scene lists (D3.35). */
export const FILTER_KEYS = ['currentFilteredCustomer', 'onlyPrivateContentsVisible'] as const;

const isForEverybody = (item: { readonly content?: { readonly visibility?: unknown } } | null) =>
  item?.content?.visibility === 'public';

/** The kinds of devices that the user can choose. */
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
    /** Whether data of a signed-in user remains. */
    hasSession: () => [...SESSION_KEYS].some((key) => store.getItem(key) !== null),
    readFlag: () => store.getItem('loggedIn') === 'true',
    writeFlag: () => store.setItem('loggedIn', 'true'),
    clearFlag: () => store.removeItem('loggedIn'),
    /** The browser's id of the device chosen for calls; null: none was chosen. */
    readChosen: (kind: DeviceKind) => store.getItem(DEVICE_KEYS[kind]),
    writeChosen(kind: DeviceKind, id: string | null) {
      if (id === null) store.removeItem(DEVICE_KEYS[kind]);
      else store.setItem(DEVICE_KEYS[kind], id);
    },
    /** Whether the user has switched AR on (A3.23). */
    readArOn: () => store.getItem(AR_ON) === 'true',
    writeArOn: (on: boolean) => store.setItem(AR_ON, String(on)),
    /** Why pushes are unavailable (D8.15); null: they are available. */
    writePushError(error: string | null) {
      if (error === null) store.removeItem('notificationServiceError');
      else store.setItem('notificationServiceError', error);
    },
    readPushToken: (key: PushTokenKey) => store.getItem(key),
    writePushToken(key: PushTokenKey, token: string | null) {
      if (token === null) store.removeItem(key);
      else store.setItem(key, token);
    },
    /** Ids of the contacts that a user has marked on this device. */
    readFavorites: (ownerId: string) => readFavorites(store)[ownerId] ?? [],
    writeFavorites: (ownerId: string, ids: readonly string[]) =>
      store.setItem(FAVORITES, JSON.stringify({ ...readFavorites(store), [ownerId]: ids })),
    /** The device's id, created once. */
    deviceId(create: () => string): string {
      const known = store.getItem('deviceId');
      if (known && /^[\w-]{8,64}$/.test(known)) return known;
      const made = create();
      store.setItem('deviceId', made);
      return made;
    },
    /**
     * Deletes the private data of Discover: the customer filters, and saved contents that are not public. Done here, because the
     * module that writes them may not be loaded when a session ends.
     */
    forgetPrivate() {
      for (const key of FILTER_KEYS) store.removeItem(key);
      const saved = readJson(store, SAVED_KEY);
      if (Array.isArray(saved)) store.setItem(SAVED_KEY, JSON.stringify(saved.filter(isForEverybody)));
    },
    /** The menu contains entries of the user's company. */
    forgetMenu: () => store.removeItem('menu'),
    clear() {
      const keys = Array.from({ length: store.length }, (_, index) => store.key(index));
      for (const key of keys) if (key !== null && !KEPT_AT_SIGN_OUT.test(key)) store.removeItem(key);
    },
  };
}

export type LocalStore = ReturnType<typeof createLocalStore>;
