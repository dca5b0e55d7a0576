/** Notices by push, for visitors: only if they ask for them, and without anything about them besides the browser's subscription. */
import type { CallInput, subscribeToNotices, unsubscribeFromNotices } from '@earth/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SetUpFailure } from './set-up-failure';
import { type PushBrowser, subscribe } from './subscribe';

/** `absent`: this browser has no pushes. `setting`: the server has not stored it yet. */
export type NoticeState = 'absent' | 'blocked' | 'off' | 'setting' | 'on' | SetUpFailure;

export interface NoticePorts {
  /** Null if this browser has no pushes. */
  readonly browser: PushBrowser | null;
  readonly api: {
    subscribeToNotices(input: CallInput<typeof subscribeToNotices>): Promise<null>;
    unsubscribeFromNotices(input: CallInput<typeof unsubscribeFromNotices>): Promise<null>;
  };
  readonly language: () => CallInput<typeof subscribeToNotices>['l'];
  readonly isWanted: () => boolean;
  readonly want: (is: boolean) => void;
  /** Whether calls use the subscription too: then it stays. */
  readonly isSignedIn: () => boolean;
  /** The server's VAPID key, base64url. */
  readonly publicKey: () => string;
  readonly isOnline: () => boolean;
}

export interface NoticePush {
  readonly store: StoreApi<NoticeState>;
  /** At each start, after a sign-out and in another language: the subscription may be another one. */
  renew(): Promise<void>;
  /** Prompts the visitor first. It is on once the server has stored it; otherwise it has failed, and nothing is wanted. */
  turnOn(): Promise<void>;
  /** Never rejects: what the server did not hear, it learns from the next push that fails. */
  turnOff(): Promise<void>;
}

export function createNoticePush(ports: NoticePorts): NoticePush {
  const { api, browser, isOnline, isSignedIn, isWanted, language, publicKey, want } = ports;

  function look(): NoticeState {
    if (!browser) return 'absent';
    if (browser.permission() === 'denied') return 'blocked';
    return isWanted() && browser.permission() === 'granted' ? 'on' : 'off';
  }
  const store = createStore<NoticeState>(look);

  async function storeAtServer(there: PushBrowser): Promise<'on' | SetUpFailure> {
    let failure: SetUpFailure = 'noService';
    try {
      const subscription = await subscribe(there, publicKey());
      failure = 'failed';
      await api.subscribeToNotices({ l: language(), token: JSON.stringify(subscription.toJSON()) });
      return 'on';
    } catch {
      return isOnline() ? failure : 'offline';
    }
  }

  async function renew(): Promise<void> {
    const state = look();
    store.setState(state, true);
    if (state !== 'on' || !browser) return;
    store.setState(await storeAtServer(browser), true);
  }

  async function end(there: PushBrowser): Promise<void> {
    const subscription = await (await there.register()).pushManager.getSubscription();
    if (!subscription) return;
    const token = JSON.stringify(subscription.toJSON());
    await Promise.allSettled([
      api.unsubscribeFromNotices({ token }),
      ...(isSignedIn() ? [] : [subscription.unsubscribe()]),
    ]);
  }

  return {
    store,
    renew,
    async turnOn() {
      want(true);
      await browser?.requestPermission();
      const state = look();
      store.setState(state === 'on' ? 'setting' : state, true);
      if (state !== 'on' || !browser) return;
      const outcome = await storeAtServer(browser);
      if (outcome !== 'on') want(false);
      store.setState(outcome, true);
      // Only the answer may have been lost.
      if (outcome !== 'on') await end(browser).catch(() => undefined);
    },
    async turnOff() {
      want(false);
      store.setState(look(), true);
      if (browser) await end(browser).catch(() => undefined);
    },
  };
}
