import { useSyncExternalStore } from 'react';
import { readFavorites, useMe, writeFavorites } from '../../platform';

const listeners = new Set<() => void>();

/** Follows other tabs of this browser too. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The people whom the user has marked as favourites on this device. */
export function useFavorites() {
  const { uniqueId: me } = useMe();
  const ids = useSyncExternalStore(subscribe, () => readFavorites(me).join()).split(',');
  return {
    has: (contactId: string) => ids.includes(contactId),
    mark(contactId: string, isFavorite: boolean) {
      const others = readFavorites(me).filter((id) => id !== contactId);
      writeFavorites(me, isFavorite ? [contactId, ...others] : others);
      for (const listener of listeners) listener();
    },
  };
}
