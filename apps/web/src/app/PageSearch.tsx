import { useRef } from 'react';
import { SearchField } from '../ui/SearchField';
import { useIsDesktop } from '../ui/use-media';
import { useKey } from './keys';

interface PageSearchProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The search of a page: `/` leads into it. */
export function PageSearch(props: PageSearchProps) {
  const isDesktop = useIsDesktop();
  const field = useRef<HTMLInputElement>(null);
  useKey('/', () => field.current?.focus());
  return <SearchField {...props} ref={field} keyName={isDesktop ? '/' : undefined} />;
}
