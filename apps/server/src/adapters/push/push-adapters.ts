import { type ApnsKeys, createApns } from './apns';
import type { PushAdapters } from './push-adapter';
import { createFcm, type FcmCredentials } from './fcm';
import { createOutside, type Network } from './outside';
import { createWebPush, type Vapid } from './web-push';

/** The server's credentials for push services. */
export interface PushKeys {
  readonly vapid: Vapid;
  readonly fcm?: FcmCredentials;
  readonly apns?: ApnsKeys;
}

interface Deps {
  readonly clock: { now(): Date };
  /** Permitted ports of browsers' push services. */
  readonly ports: readonly number[];
}

/** The adapters of all push services with credentials. */
export function createPushAdapters(
  { vapid, fcm, apns }: PushKeys,
  { clock, ports }: Deps,
  network?: Network,
): PushAdapters {
  const outside = createOutside(network);
  const apple = apns && createApns({ keys: apns, clock });
  return {
    of: {
      web: createWebPush({ vapid, outside, clock, ports }),
      ...(fcm && { fcm: createFcm({ credentials: fcm, outside, clock }) }),
      ...(apple && { apns: apple.alert, voip: apple.voip }),
    },
    close() {
      outside.close();
      apple?.close();
    },
  };
}
