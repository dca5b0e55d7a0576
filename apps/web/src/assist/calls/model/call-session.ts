/**
 * The one session of calls of a signed-in person, as the rest of the app sees it. What makes it work (statechart, mesh,
 * encryption, screens) is loaded after sign-in; a call that is wished for before that is made as soon as it is there.
 */
import { type CallActions, type CallRequest, type CallSession, type CallView, forwardActions } from '@earth/calls';
import type { Profile } from '@earth/contracts';
import { type ReactElement, useSyncExternalStore } from 'react';
import { onSessionEnd } from '../../../platform';

/** What the lazily loaded part gives. */
export interface PageCalls {
  readonly session: CallSession;
  readonly screens: ReactElement;
  dispose(): void;
}

const idle: CallView = { phase: 'idle' };
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

let owner: string | null = null;
let current: PageCalls | null = null;
let wished: CallRequest | null = null;
let stopListening: () => void = () => undefined;

/** Ends what runs: at sign-out, or when somebody else signs in. */
function stopCalls() {
  owner = null;
  wished = null;
  stopListening();
  const ended = current;
  current = null;
  ended?.dispose();
  tell();
}

/**
 * Loads the calls of this person, once; then comes back into what was going on before a reload.
 * @param load gives what makes calls work
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
  stopListening = calls.session.subscribe(tell);
  tell();
  await calls.session.resume();
  if (wished && calls.session.getView().phase === 'idle') calls.session.call(wished);
  wished = null;
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
    else wished = request;
  },
};

/** For whoever starts or ends a call. The same object always; before the sign-in it is idle and does nothing. */
export const getCallSession = (): PublicSession => publicSession;

/** What goes on now, and what one may do. */
export function useCall(): { readonly view: CallView; readonly actions: CallActions } {
  const view = useSyncExternalStore(publicSession.subscribe, publicSession.getView);
  return { view, actions: publicSession };
}

/** The screens, once they are loaded. */
export const useCallScreens = (): ReactElement | null =>
  useSyncExternalStore(publicSession.subscribe, () => current?.screens ?? null);
