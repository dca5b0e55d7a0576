import type { ScreenName } from '@earth/contracts';
import { useEffect } from 'react';
import { screenView } from './analytics';

/**
 * Counts that a screen is shown, under the name that it has in the statistics (D2.31).
 * @param name null: not yet
 * @param of what it shows: another one is another screen, though the page stays
 */
export function useScreenView(name: ScreenName | null, of?: string | number) {
  useEffect(() => {
    if (name) screenView(name);
  }, [name, of]);
}
