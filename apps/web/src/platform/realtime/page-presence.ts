/** Keeps this page connected for as long as somebody is in, and them present. */
import { realtime, session } from '../index';
import { keepPresent } from './presence';

function every(action: () => void, ms: number) {
  const timer = setInterval(action, ms);
  return () => clearInterval(timer);
}

interface PagePresence {
  /** Tells the server that the person is there. */
  readonly ping: () => Promise<unknown>;
  /** After a suspend or a change of the net, where the socket may only look open. */
  readonly onWake?: () => void;
}

/** Connects. @returns the way back */
export function keepPagePresent({ ping, onWake }: PagePresence): () => void {
  const probe = () => realtime.probe();
  const wake = () => {
    probe();
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
