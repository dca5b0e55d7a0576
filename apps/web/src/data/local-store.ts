/** What stays on the device, under the documents' names (Assist 3). Reading never fails; writing says whether it worked. */
import { authToken, decode, encode, type AuthToken, type Profile, profile as profileSchema } from '@earth/contracts';

/** Kept when a person signs out (wire, section 2); everything else goes. */
const KEPT = /^(deviceId|language|favorite_contents|skip_.+)$/;

/** Assist 3, selected device ids: video, audio in, audio out. */
const DEVICE_KEYS = { camera: 'selectedVideo', microphone: 'selectedAudioIn', speaker: 'selectedAudioOut' } as const;

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
    readFlag: () => store.getItem('loggedIn') === 'true',
    writeFlag: () => store.setItem('loggedIn', 'true'),
    /** The browser's id of the device that was chosen for calls; null: none was. */
    readChosen: (kind: DeviceKind) => store.getItem(DEVICE_KEYS[kind]),
    writeChosen(kind: DeviceKind, id: string | null) {
      if (id === null) store.removeItem(DEVICE_KEYS[kind]);
      else store.setItem(DEVICE_KEYS[kind], id);
    },
    /** Why pushes cannot be had here (Discover 8); null: they can. */
    writePushError(error: string | null) {
      if (error === null) store.removeItem('notificationServiceError');
      else store.setItem('notificationServiceError', error);
    },
    /** The id that this device made for itself, once. */
    deviceId(create: () => string): string {
      const known = store.getItem('deviceId');
      if (known && /^[\w-]{8,64}$/.test(known)) return known;
      const made = create();
      store.setItem('deviceId', made);
      return made;
    },
    clear() {
      const keys = Array.from({ length: store.length }, (_, index) => store.key(index));
      for (const key of keys) if (key !== null && !KEPT.test(key)) store.removeItem(key);
    },
  };
}

export type LocalStore = ReturnType<typeof createLocalStore>;
