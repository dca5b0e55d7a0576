/** Web Push: notifications of calls while the app is closed. Registers the browser's subscription with the server. */
import type { addPushToken, CallInput, removePushToken } from '@earth/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isFailure, type SetUpFailure } from './set-up-failure';
import { type PushBrowser, subscribe, type Subscription } from './subscribe';

/**
 * `absent`: this browser has no pushes (an insecure page, iOS outside an installed app). `asking`: the user was not prompted yet.
 * `off`: switched off on this device. A failure: allowed, but currently unavailable.
 */
export type PushState = 'absent' | 'asking' | 'blocked' | 'off' | 'on' | SetUpFailure;

export function stateOf(permission: NotificationPermission, isWanted: boolean): PushState {
  if (permission === 'granted') return isWanted ? 'on' : 'off';
  return permission === 'denied' ? 'blocked' : 'asking';
}

/** Whether the state is unchanged. A failure stays until the next start or until the user retries. */
export const isAsSeen = (seen: PushState, now: PushState): boolean => seen === now || (isFailure(seen) && now === 'on');

export interface PushPorts {
  /** Null if this browser has no pushes. */
  readonly browser: PushBrowser | null;
  readonly api: {
    addPushToken(input: CallInput<typeof addPushToken>): Promise<null>;
    removePushToken(input: CallInput<typeof removePushToken>): Promise<null>;
  };
  /** Whether the user wants pushes on this device (D3.4). */
  readonly isWanted: () => boolean;
  readonly want: (is: boolean) => void;
  readonly deviceId: () => string;
  /** The server's VAPID key, base64url. */
  readonly publicKey: () => string;
  readonly writeError: (error: string | null) => void;
  readonly isOnline: () => boolean;
}

export interface Push {
  readonly store: StoreApi<PushState>;
  /** At sign-in and at each start: registers the subscription if permission is granted. */
  renew(): Promise<void>;
  /** Like `renew`, if the user has changed the permission elsewhere. */
  recheck(): Promise<void>;
  /** Prompts the user first. */
  turnOn(): Promise<void>;
  /** Ends pushes on this device. Never rejects: what the server did not hear, it learns from the next push that fails. */
  turnOff(): Promise<void>;
}

export function createPush(ports: PushPorts): Push {
  const { browser, api, deviceId, isOnline, publicKey, isWanted, want, writeError } = ports;
  const look = () => (browser ? stateOf(browser.permission(), isWanted()) : 'absent');
  const store = createStore<PushState>(look);

  const nameOf = (subscription: Subscription) => ({
    token: JSON.stringify(subscription.toJSON()),
    deviceId: deviceId(),
  });

  async function returnSubscription(there: PushBrowser): Promise<void> {
    const subscription = await (await there.register()).pushManager.getSubscription();
    if (subscription) await Promise.allSettled([subscription.unsubscribe(), api.removePushToken(nameOf(subscription))]);
  }

  async function renew(): Promise<void> {
    if (!browser) return;
    const state = look();
    store.setState(state, true);
    if (state !== 'on') return;
    let failure: SetUpFailure = 'noService';
    try {
      const subscription = await subscribe(browser, publicKey());
      failure = 'failed';
      await api.addPushToken(nameOf(subscription));
      writeError(null);
    } catch (error) {
      writeError(String(error));
      store.setState(isOnline() ? failure : 'offline', true);
    }
  }

  return {
    store,
    renew,
    async recheck() {
      if (!isAsSeen(store.getState(), look())) await renew();
    },
    async turnOn() {
      want(true);
      await browser?.requestPermission();
      await renew();
    },
    async turnOff() {
      if (!browser) return;
      want(false);
      store.setState('off', true);
      await returnSubscription(browser).catch(() => undefined);
    },
  };
}
