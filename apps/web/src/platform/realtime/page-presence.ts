/** Keeps this page connected, and the user present, while a user is signed in. */
import { realtime, session } from '../index';
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
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
