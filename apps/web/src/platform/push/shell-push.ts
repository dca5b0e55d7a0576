/** Push of the mobile shell: notifications while it is closed. Registers the tokens of its services with the server. */
import { createStore } from 'zustand/vanilla';
import type { ShellToken, TokenHandler } from '../native/push-tokens';
import { isFailure, type SetUpFailure } from './set-up-failure';
import { isAsSeen, type Push, type PushPorts, type PushState, stateOf } from './push';

export interface ShellPushPorts extends Omit<PushPorts, 'browser' | 'publicKey'> {
  readonly bridge: {
    permission(): Promise<NotificationPermission>;
    /** Prompts the user; only within a click. */
    requestPermission(): Promise<NotificationPermission>;
    requestTokens(handler: TokenHandler): Promise<void>;
    endTokens(): Promise<void>;
  };
  /** The tokens stored on this device (A3.21). */
  readonly tokenStore: {
    read(): readonly ShellToken[];
    write(token: ShellToken): void;
    delete(): void;
  };
}

/** `absent` until the shell has reported the permission. */
export function createShellPush(ports: ShellPushPorts): Push {
  const { bridge, api, tokenStore, deviceId, isOnline, isWanted, want, writeError } = ports;
  const store = createStore<PushState>(() => 'absent');

  /** Current failures by token type; failures of no type under `shell`. */
  const troubles = new Map<ShellToken['type'] | 'shell', { readonly words: string; readonly failure: SetUpFailure }>();

  function settle() {
    const [trouble] = troubles.values();
    writeError(trouble?.words ?? null);
    if (trouble) store.setState(isOnline() ? trouble.failure : 'offline', true);
    else if (isFailure(store.getState())) store.setState('on', true);
  }
  function handleError(error: unknown, of: ShellToken['type'] | 'shell', failure: SetUpFailure = 'noService') {
    // A failure after it was switched off does not matter.
    if (!isWanted()) return;
    troubles.set(of, { words: String(error), failure });
    settle();
  }

  async function handleToken(token: ShellToken) {
    // It was switched off during the request.
    if (!isWanted()) return;
    try {
      tokenStore.write(token);
      await api.addPushToken({ ...token, deviceId: deviceId() });
      troubles.delete(token.type);
      settle();
    } catch (error) {
      handleError(error, token.type, 'failed');
    }
  }

  async function renew() {
    try {
      const state = stateOf(await bridge.permission(), isWanted());
      troubles.clear();
      store.setState(state, true);
      if (state === 'on')
        await bridge.requestTokens({
          onToken: (token) => void handleToken(token),
          onError: (error, of) => handleError(error, of),
        });
    } catch (error) {
      handleError(error, 'shell');
    }
  }

  return {
    store,
    renew,
    async recheck() {
      const permission = await bridge.permission().catch(() => null);
      if (permission !== null && !isAsSeen(store.getState(), stateOf(permission, isWanted()))) await renew();
    },
    async turnOn() {
      want(true);
      await bridge.requestPermission().catch(() => undefined);
      await renew();
    },
    async turnOff() {
      want(false);
      store.setState('off', true);
      const removals = tokenStore.read().map((token) => api.removePushToken({ ...token, deviceId: deviceId() }));
      tokenStore.delete();
      await Promise.allSettled([...removals, bridge.endTokens()]);
    },
  };
}
