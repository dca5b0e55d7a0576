import type { ScreenName } from '@earth/contracts';
import { useEffect } from 'react';
import { screenView } from './analytics';

/**
 * Counts a screen view, under the name that D2.31 defines.
 * @param name null: not yet
 * @param of the id of what the screen shows: another one counts as another view
 */
export function useScreenView(name: ScreenName | null, of?: string | number) {
  useEffect(() => {
    if (name) screenView(name);
  }, [name, of]);
}
