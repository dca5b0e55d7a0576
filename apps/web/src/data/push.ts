/** Being told of calls while the app is closed: the browser's subscription to pushes, given to the server. */
import type { addPushToken, CallInput } from '@earth/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';

/**
 * `absent`: this browser has no pushes (an insecure page, iOS outside an installed app). `asking`: nobody has said yes or
 * no. `failed`: allowed, but not to be had now.
 */
export type PushState = 'absent' | 'asking' | 'blocked' | 'on' | 'failed';

interface Subscription {
  readonly options: { readonly applicationServerKey: ArrayBuffer | null };
  toJSON(): unknown;
  unsubscribe(): Promise<boolean>;
}

export interface PushPorts {
  /** Null where this browser has no pushes. */
  readonly browser: {
    permission(): NotificationPermission;
    /** Asks the person: from a click alone. */
    askPermission(): Promise<NotificationPermission>;
    register(): Promise<{
      readonly pushManager: {
        getSubscription(): Promise<Subscription | null>;
        subscribe(options: { userVisibleOnly: true; applicationServerKey: string }): Promise<Subscription>;
      };
    }>;
  } | null;
  readonly api: { addPushToken(input: CallInput<typeof addPushToken>): Promise<null> };
  readonly deviceId: () => string;
  /** The server's, base64url. */
  readonly publicKey: () => string;
  readonly writeError: (error: string | null) => void;
}

export interface Push {
  readonly store: StoreApi<PushState>;
  /** After a sign-in, and at each start: where it is allowed, the server learns where to. */
  renew(): Promise<void>;
  /** Asks the person first. */
  turnOn(): Promise<void>;
}

export function createPush({ browser, api, deviceId, publicKey, writeError }: PushPorts): Push {
  const stateOf = (permission: NotificationPermission): PushState => {
    if (permission === 'granted') return 'on';
    return permission === 'denied' ? 'blocked' : 'asking';
  };
  const store = createStore<PushState>(() => (browser ? stateOf(browser.permission()) : 'absent'));

  /** One that was made for another key of the server is worth nothing. */
  async function subscribe(ports: NonNullable<typeof browser>): Promise<Subscription> {
    const { pushManager } = await ports.register();
    const before = await pushManager.getSubscription();
    if (before && keyOf(before) !== publicKey()) await before.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey() });
  }

  async function requestToken(ports: NonNullable<typeof browser>): Promise<void> {
    // Assist 8: where the former one could not be given back, the token is asked for once more.
    const subscription = await subscribe(ports).catch(() => subscribe(ports));
    await api.addPushToken({ token: JSON.stringify(subscription.toJSON()), deviceId: deviceId() });
  }

  async function renew(): Promise<void> {
    if (!browser) return;
    const state = stateOf(browser.permission());
    store.setState(state, true);
    if (state !== 'on') return;
    try {
      await requestToken(browser);
      writeError(null);
    } catch (error) {
      writeError(String(error));
      store.setState('failed', true);
    }
  }

  return {
    store,
    renew,
    async turnOn() {
      await browser?.askPermission();
      await renew();
    },
  };
}

function keyOf({ options: { applicationServerKey: key } }: Subscription): string {
  const text = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
