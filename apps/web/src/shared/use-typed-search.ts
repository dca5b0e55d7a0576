import { useEffect, useRef, useState } from 'react';
import { MOST_WORDS } from './search';
import { useDebounced } from './use-debounced';

const SEARCH_DEBOUNCE_MS = 200;

/**
 * The words of the search: the address follows them when nothing is typed for a moment, and they follow an address that changes elsewhere.
 * @param inAddress the search that the address has
 * @param write puts a search into the address
 * @returns `q`: what to search for
 */
export function useTypedSearch(inAddress: string | undefined, write: (q: string | undefined) => void) {
  const [words, setWords] = useState(inAddress ?? '');
  const typed = words.trim().slice(0, MOST_WORDS) || undefined;
  const q = useDebounced(typed, SEARCH_DEBOUNCE_MS);
  const written = useRef(inAddress);
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setWords(inAddress ?? '');
  }, [inAddress]);
  useEffect(() => {
    if (q !== typed || q === written.current) return;
    written.current = q;
    write(q);
  }, [q, typed, write]);
  return { words, setWords, q };
}
