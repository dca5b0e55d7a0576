import { useEffect } from 'react';
import { getConfig } from '../platform';

/** The title of the page, with the brand's after it. */
export function useTitle(words: string) {
  useEffect(() => {
    document.title = `${words} · ${getConfig().brand.title}`;
  }, [words]);
}
