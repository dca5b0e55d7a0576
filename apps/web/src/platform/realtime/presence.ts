/** Keeps the signed-in person present, and the socket alive. */
import { Availability, PING_INTERVAL_MS } from '@earth/contracts';
import type { SessionState } from '../session/session';

export interface PresencePorts {
  readonly session: () => SessionState;
  readonly isOnline: () => boolean;
  readonly ping: () => Promise<unknown>;
  readonly probe: () => void;
  readonly setInterval: (action: () => void, ms: number) => () => void;
}

/** Every 30 s: the socket is probed; the ping is sent only while signed in, available and online (A5.5). */
export function keepPresent(ports: PresencePorts): () => void {
  return ports.setInterval(() => {
    const session = ports.session();
    if (session.status !== 'signedIn' || !ports.isOnline()) return;
    ports.probe();
    if (session.profile.availability !== Availability.online) return;
    // Without an answer there is nothing to tell: the next one comes in 30 s.
    ports.ping().catch(() => undefined);
  }, PING_INTERVAL_MS);
}
