/**
 * The customer filter of the scene lists: a company, and whether only private contents are shown: D3.35.
 */
import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '../../../platform';
import { FILTER_KEYS } from '../../../platform/storage/local-store';

const [CUSTOMER, PRIVATE_ONLY] = FILTER_KEYS;

export interface CustomerFilter {
  /** The code of a company; null: all. */
  readonly customer: string | null;
  readonly isPrivateOnly: boolean;
}

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** Memoized: the same object as long as nothing has changed. */
let last: CustomerFilter = { customer: null, isPrivateOnly: true };

/** The choice if storage is full: valid as long as the page is open. */
let unsaved: CustomerFilter | null = null;

export function readCustomerFilter(): CustomerFilter {
  if (unsaved) return unsaved;
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
    unsaved = null;
  } catch {
    unsaved = filter;
  }
  notify();
}

// The next user has other companies; `local-store.ts` has deleted the stored choice with the session.
onSessionEnd(() => {
  unsaved = null;
  notify();
});

/** Also notified of changes in other tabs. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

export const useCustomerFilter = (): CustomerFilter => useSyncExternalStore(subscribe, readCustomerFilter);
