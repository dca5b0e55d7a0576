/** Whose contents the lists of scenes show, and whether only those that are not for everybody: Discover 3, client settings. */
import { useSyncExternalStore } from 'react';
import { onSessionEnd } from './index';
import { FILTER_KEYS } from './local-store';

const [CUSTOMER, PRIVATE_ONLY] = FILTER_KEYS;

export interface CustomerFilter {
  /** The code of a company; null: of all. */
  readonly customer: string | null;
  readonly isPrivateOnly: boolean;
}

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** The same one as long as nothing has changed. */
let last: CustomerFilter = { customer: null, isPrivateOnly: true };

export function readCustomerFilter(): CustomerFilter {
  const customer = localStorage.getItem(CUSTOMER);
  // Discover 6: default true.
  const isPrivateOnly = localStorage.getItem(PRIVATE_ONLY) !== 'false';
  if (customer !== last.customer || isPrivateOnly !== last.isPrivateOnly) last = { customer, isPrivateOnly };
  return last;
}

export function writeCustomerFilter({ customer, isPrivateOnly }: CustomerFilter): void {
  if (customer === null) localStorage.removeItem(CUSTOMER);
  else localStorage.setItem(CUSTOMER, customer);
  localStorage.setItem(PRIVATE_ONLY, String(isPrivateOnly));
  tell();
}

// Another person belongs to other companies; what was stored has gone with the session: `local-store.ts`.
onSessionEnd(tell);

/** Also what another tab of this browser chooses. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

export const useCustomerFilter = (): CustomerFilter => useSyncExternalStore(subscribe, readCustomerFilter);
