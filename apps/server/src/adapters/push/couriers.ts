import { type ApnsKeys, createApns } from './apns';
import type { Couriers } from './courier';
import { createFcm, type FcmCredentials } from './fcm';
import { createOutside, type Network } from './outside';
import { createWebPush, type Vapid } from './web-push';

/** Who the server is to push services. */
export interface PushKeys {
  readonly vapid: Vapid;
  readonly fcm?: FcmCredentials;
  readonly apns?: ApnsKeys;
}

interface Needs {
  readonly clock: { now(): Date };
  /** Of browsers' push services. */
  readonly ports: readonly number[];
}

/** The couriers of all services that there are keys for. */
export function createCouriers({ vapid, fcm, apns }: PushKeys, { clock, ports }: Needs, network?: Network): Couriers {
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
