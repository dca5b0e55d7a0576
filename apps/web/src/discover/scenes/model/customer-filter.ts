/**
 * The customer filter of the scene lists: a company, and whether only private contents are shown: D3.35.
 */
import { useSyncExternalStore } from 'react';
import { memoizeLast } from '../../../platform/memoize';
import { useScoped } from '../../../platform/session/scope-context';
import { FILTER_KEYS } from '../../../platform/storage/local-store';

const [CUSTOMER, PRIVATE_ONLY] = FILTER_KEYS;

export interface CustomerFilter {
  /** The code of a company; null: all. */
  readonly customer: string | null;
  readonly isPrivateOnly: boolean;
}

const parse = memoizeLast((text) => JSON.parse(text ?? '') as CustomerFilter);

function read(): CustomerFilter {
  const customer = localStorage.getItem(CUSTOMER);
  // D6.2: default true.
  const isPrivateOnly = localStorage.getItem(PRIVATE_ONLY) !== 'false';
  return parse(JSON.stringify({ customer, isPrivateOnly }));
}

function keep({ customer, isPrivateOnly }: CustomerFilter) {
  if (customer === null) localStorage.removeItem(CUSTOMER);
  else localStorage.setItem(CUSTOMER, customer);
  localStorage.setItem(PRIVATE_ONLY, String(isPrivateOnly));
}

/** The next user has other companies: `local-store.ts` deletes the stored choice with the session. */
export function createCustomerFilter() {
  const listeners = new Set<() => void>();
  /** The choice if storage is full: valid as long as the page is open. */
  let unsaved: CustomerFilter | null = null;
  return {
    read: () => unsaved ?? read(),
    write(filter: CustomerFilter): void {
      try {
        keep(filter);
        unsaved = null;
      } catch {
        unsaved = filter;
      }
      for (const listener of listeners) listener();
    },
    /** Also notified of changes in other tabs. */
    subscribe(listener: () => void) {
      listeners.add(listener);
      addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', listener);
      };
    },
  };
}

export function useCustomerFilter(): CustomerFilter {
  const filter = useScoped(createCustomerFilter);
  return useSyncExternalStore(filter.subscribe, filter.read);
}
