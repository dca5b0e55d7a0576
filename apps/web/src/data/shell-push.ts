/** Being told of calls while the mobile shell is closed: the tokens of its services, given to the server. */
import { createStore } from 'zustand/vanilla';
import type { ShellToken, TokenTaker } from '../native/push-tokens';
import { type Push, type PushPorts, type PushState, wasAllowed } from './push';

export interface ShellPushPorts extends Omit<PushPorts, 'browser' | 'publicKey'> {
  readonly bridge: {
    permission(): Promise<NotificationPermission>;
    /** Asks the person: from a click alone. */
    askPermission(): Promise<NotificationPermission>;
    requestTokens(taker: TokenTaker): Promise<void>;
    endTokens(): Promise<void>;
  };
  /** What this device keeps of them (Assist 3, firebaseToken and voipToken). */
  readonly kept: {
    read(): readonly ShellToken[];
    write(token: ShellToken): void;
    delete(): void;
  };
}

/** `absent` until the shell has said whether the person lets it. */
export function createShellPush(ports: ShellPushPorts): Push {
  const { bridge, api, kept, deviceId, isWanted, want, writeError } = ports;
  const store = createStore<PushState>(() => 'absent');

  function fail(error: unknown) {
    writeError(String(error));
    store.setState('failed', true);
  }

  async function take(token: ShellToken) {
    try {
      kept.write(token);
      await api.addPushToken({ ...token, deviceId: deviceId() });
      writeError(null);
    } catch (error) {
      fail(error);
    }
  }

  async function renew() {
    try {
      const permission = await bridge.permission();
      const states = { granted: isWanted() ? 'on' : 'off', denied: 'blocked', default: 'asking' } as const;
      store.setState(states[permission], true);
      if (states[permission] === 'on') await bridge.requestTokens({ take: (token) => void take(token), fail });
    } catch (error) {
      fail(error);
    }
  }

  return {
    store,
    renew,
    async lookAgain() {
      const permission = await bridge.permission().catch(() => null);
      if (permission !== null && (permission === 'granted') !== wasAllowed(store.getState())) await renew();
    },
    async turnOn() {
      want(true);
      await bridge.askPermission().catch(() => undefined);
      await renew();
    },
    async turnOff() {
      want(false);
      store.setState('off', true);
      const gone = kept.read().map((token) => api.removePushToken({ ...token, deviceId: deviceId() }));
      kept.delete();
      await Promise.allSettled([...gone, bridge.endTokens()]);
    },
  };
}
