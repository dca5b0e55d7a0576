/**
 * The session of calls of the signed-in user, as the rest of the app sees it. Its implementation (statechart, mesh,
 * encryption, screens) is loaded after sign-in; a call that is requested before is made as soon as it is loaded.
 */
import { type CallActions, type CallRequest, type CallSession, type CallView, forwardActions } from '@earth/calls';
import type { Profile } from '@earth/contracts';
import { type ReactElement, useSyncExternalStore } from 'react';
import { onSessionEnd } from '../../../platform';

/** The part that is loaded lazily. */
export interface PageCalls {
  readonly session: CallSession;
  readonly screens: ReactElement;
  dispose(): void;
}

const idle: CallView = { phase: 'idle' };
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

let owner: string | null = null;
let current: PageCalls | null = null;
let requested: CallRequest | null = null;
let stopListening: () => void = () => undefined;

/** Ends the session: at sign-out, or when another user signs in. */
function stopCalls() {
  owner = null;
  requested = null;
  stopListening();
  const ended = current;
  current = null;
  ended?.dispose();
  notify();
}

/**
 * Loads the session of this user, once, and returns to the call that was active before a reload.
 * @param load loads the implementation
 */
export async function startCalls(me: Profile, load: (me: Profile) => Promise<PageCalls>): Promise<void> {
  if (owner === me.uniqueId) return;
  if (owner !== null) stopCalls();
  owner = me.uniqueId;
  let calls: PageCalls;
  try {
    calls = await load(me);
  } catch (error) {
    if (owner === me.uniqueId) owner = null;
    throw error;
  }
  if (owner !== me.uniqueId || current) {
    calls.dispose();
    return;
  }
  current = calls;
  stopListening = calls.session.subscribe(notify);
  notify();
  await calls.session.resume();
  if (requested && calls.session.getView().phase === 'idle') calls.session.call(requested);
  requested = null;
}

onSessionEnd(stopCalls);

type PublicSession = CallActions & Pick<CallSession, 'getView' | 'subscribe'>;

const publicSession: PublicSession = {
  ...forwardActions(() => current?.session ?? null),
  getView: () => current?.session.getView() ?? idle,
  subscribe(listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  call(request) {
    if (current) current.session.call(request);
    else requested = request;
  },
};

/** The session, for code outside React. Always the same object; before sign-in it is idle, and its actions do nothing. */
export const getCallSession = (): PublicSession => publicSession;

/** The present view, and the actions. */
export function useCall(): { readonly view: CallView; readonly actions: CallActions } {
  const view = useSyncExternalStore(publicSession.subscribe, publicSession.getView);
  return { view, actions: publicSession };
}

/** The screens, as soon as they are loaded. */
export const useCallScreens = (): ReactElement | null =>
  useSyncExternalStore(publicSession.subscribe, () => current?.screens ?? null);
