import { useRef } from 'react';
import { SearchField } from '../controls/SearchField';
import { useIsDesktop } from '../../shared/use-media';
import { useShortcut } from '../../shared/shortcuts/shortcuts';

interface PageSearchProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The search field of a page; `/` focuses it. */
export function PageSearch(props: PageSearchProps) {
  const isDesktop = useIsDesktop();
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());
  return <SearchField {...props} ref={field} keyName={isDesktop ? '/' : undefined} />;
}
