/**
 * The session of calls of the signed-in user, as the rest of the app sees it. Its implementation (statechart, mesh,
 * encryption, screens) is loaded after sign-in; a call that is requested before is made as soon as it is loaded.
 */
import { type CallActions, type CallRequest, type CallSession, type CallView, forwardActions } from '@earth/calls';
import { type ReactElement, useSyncExternalStore } from 'react';
import { useScoped } from '../../../platform/session/scope-context';
import type { SessionScope } from '../../../platform/session/session-scope';
import type { Gate } from '../gate';

/** The part that is loaded lazily. */
export interface PageCalls {
  readonly session: CallSession;
  readonly gate: Pick<Gate, 'isPassing' | 'subscribe'>;
  readonly screens: ReactElement;
  dispose(): void;
}

const idle: CallView = { phase: 'idle' };

/** Until the implementation is loaded it is idle, and its actions do nothing. */
interface Calls extends CallActions, Pick<CallSession, 'getView' | 'subscribe'> {
  /**
   * Loads the implementation, once, and returns to the call that was active before a reload. Rejects if it cannot be loaded: the
   * next start tries again.
   */
  start(load: () => Promise<PageCalls>): Promise<void>;
  /** A call was asked for and has not begun: the implementation is being loaded, or the camera is asked for. */
  isBeginning(): boolean;
  /** Null: not loaded yet. */
  getScreens(): ReactElement | null;
}

export function createCalls(scope: SessionScope): Calls {
  const listeners = new Set<() => void>();
  let current: PageCalls | null = null;
  let requested: CallRequest | null = null;
  let isStarted = false;

  const notify = () => {
    for (const listener of listeners) listener();
  };

  function show(calls: PageCalls) {
    current = calls;
    scope.onDispose(() => {
      current = null;
      calls.dispose();
      notify();
    });
    scope.onDispose(calls.session.subscribe(notify));
    scope.onDispose(calls.gate.subscribe(notify));
    notify();
  }

  return {
    ...forwardActions(() => current?.session ?? null),
    getView: () => current?.session.getView() ?? idle,
    isBeginning: () => requested !== null || (current?.gate.isPassing() ?? false),
    getScreens: () => current?.screens ?? null,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    call(request) {
      if (current) return current.session.call(request);
      requested = request;
      notify();
    },
    async start(load) {
      if (isStarted) return;
      isStarted = true;
      let calls: PageCalls;
      try {
        calls = await load();
      } catch (error) {
        isStarted = false;
        throw error;
      }
      show(calls);
      await calls.session.resume();
      if (requested && calls.session.getView().phase === 'idle') calls.session.call(requested);
      requested = null;
      notify();
    },
  };
}

/** The present view, and the actions. */
export function useCall(): { readonly view: CallView; readonly actions: CallActions } {
  const calls = useScoped(createCalls);
  const view = useSyncExternalStore(calls.subscribe, calls.getView);
  return { view, actions: calls };
}

/** The screens, as soon as they are loaded. */
export function useCallScreens(): ReactElement | null {
  const calls = useScoped(createCalls);
  return useSyncExternalStore(calls.subscribe, calls.getScreens);
}

/** The id of the person who rings here. */
export function useRingingCaller(): string | null {
  const calls = useScoped(createCalls);
  return useSyncExternalStore(calls.subscribe, () => {
    const view = calls.getView();
    return view.phase === 'incoming' ? view.call.caller.uniqueId : null;
  });
}
