/** Whose contents the lists of scenes show, and whether only those that are not for everybody (D3.35). */
import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '../../../platform';
import { FILTER_KEYS } from '../../../platform/storage/local-store';

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

/** What a full browser did not keep: it counts as long as the page is open. */
let unkept: CustomerFilter | null = null;

export function readCustomerFilter(): CustomerFilter {
  if (unkept) return unkept;
  const customer = localStorage.getItem(CUSTOMER);
  // D6.2: default true.
  const isPrivateOnly = localStorage.getItem(PRIVATE_ONLY) !== 'false';
  if (customer !== last.customer || isPrivateOnly !== last.isPrivateOnly) last = { customer, isPrivateOnly };
  return last;
}

function keep({ customer, isPrivateOnly }: CustomerFilter) {
  if (customer === null) localStorage.removeItem(CUSTOMER);
  else localStorage.setItem(CUSTOMER, customer);
  localStorage.setItem(PRIVATE_ONLY, String(isPrivateOnly));
}

export function writeCustomerFilter(filter: CustomerFilter): void {
  try {
    keep(filter);
    unkept = null;
  } catch {
    unkept = filter;
  }
  tell();
}

// Another person belongs to other companies; what was stored has gone with the session: `local-store.ts`.
onSessionEnd(() => {
  unkept = null;
  tell();
});

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
