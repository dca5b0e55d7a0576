/** Heartbeat: keeps the signed-in user present and the socket alive. */
import { Availability, PING_INTERVAL_MS } from '@earth/contracts';
import type { SessionState } from '../session/session';

export interface PresencePorts {
  readonly session: () => SessionState;
  readonly isOnline: () => boolean;
  readonly ping: () => Promise<unknown>;
  readonly probe: () => void;
  readonly setInterval: (action: () => void, ms: number) => () => void;
}

/** Every 30 s the socket is probed. The ping is sent only when signed in, available and online (A5.5). */
export function keepPresent(ports: PresencePorts): () => void {
  return ports.setInterval(() => {
    const session = ports.session();
    if (session.status !== 'signedIn' || !ports.isOnline()) return;
    ports.probe();
    if (session.profile.availability !== Availability.online) return;
    // A failed ping needs no handling: the next one follows in 30 s.
    ports.ping().catch(() => undefined);
  }, PING_INTERVAL_MS);
}
