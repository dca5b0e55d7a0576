/** Keeps this page connected, and the user present, while a user is signed in. */
import { realtime, session } from '../index';
import type { NetworkState } from '../native/network';
import { keepPresent } from './presence';

function every(action: () => void, ms: number) {
  const timer = setInterval(action, ms);
  return () => clearInterval(timer);
}

/** After a wake the socket is more likely dead than slow. */
const WAKE_PROBE_MS = 1_500;

interface PagePresence {
  /** Sends the presence ping. */
  readonly ping: () => Promise<unknown>;
  /** Called after a suspend or a network change, when the socket may only look open. */
  readonly onWake?: () => void;
}

/**
 * From one network to another, for example from Wi-Fi to the mobile one: no browser reports that as going offline and back, but sockets
 * and links of the former network are dead.
 */
function watchNetworkChanges(onChange: () => void): () => void {
  let type: NetworkState['type'] = 'unknown';
  let stop: (() => void) | null = null;
  let isOver = false;
  function handleState(state: NetworkState) {
    const isChanged = type !== 'unknown' && state.type !== type;
    type = state.type;
    if (isChanged && state.isOnline) onChange();
  }
  import('../native/network').then(
    ({ watchNetwork }) => {
      if (!isOver) stop = watchNetwork(handleState);
    },
    // The socket then notices by itself, a little later.
    () => undefined,
  );
  return () => {
    isOver = true;
    stop?.();
  };
}

/**
 * Connects.
 * @returns a function that disconnects
 */
export function keepPagePresent({ ping, onWake }: PagePresence): () => void {
  const probe = () => realtime.probe();
  const wake = () => {
    realtime.probe(WAKE_PROBE_MS);
    onWake?.();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') wake();
  };
  const stopWatching = watchNetworkChanges(wake);
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', onVisible);
  const stop = keepPresent({
    session: session.store.getState,
    isOnline: () => navigator.onLine,
    ping,
    probe,
    setInterval: every,
  });
  realtime.connect();
  return () => {
    realtime.disconnect();
    stop();
    stopWatching();
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
