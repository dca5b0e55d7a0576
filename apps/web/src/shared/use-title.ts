import { useEffect } from 'react';
import { getConfig } from '../platform';

/** Sets the document title, followed by the brand's name. */
export function useTitle(words: string) {
  useEffect(() => {
    document.title = `${words} · ${getConfig().brand.title}`;
  }, [words]);
}
