/** How browsers find a way to each other: STUN servers, which tell them their address, and a relay for those who have no other way. */
import type { Participant } from '@earth/contracts';
import type { Clock } from '../../host/clock';
import { issueCredentials } from '../turn/credentials';

/** A TURN server, and the secret of which its credentials are made. */
export interface Relay {
  readonly urls: readonly string[];
  readonly secret: string;
}

interface Deps {
  readonly clock: Clock;
  readonly stunUrls: readonly string[];
  readonly relay: Relay | undefined;
}

export type IceServersFor = (contactId: string) => Participant['iceServers'];

export const createIceServers =
  ({ clock, stunUrls, relay }: Deps): IceServersFor =>
  (contactId) => [
    ...(stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : []),
    ...(relay ? [{ urls: [...relay.urls], ...issueCredentials(relay.secret, clock, contactId) }] : []),
  ];
