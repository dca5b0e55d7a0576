import { useNavigate, useSearch } from '@tanstack/react-router';

/** The search text of a page: part of the address, so that a step back restores it. */
export function usePageQuery(): readonly [string, (query: string) => void] {
  const { q = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (query: string) =>
    void navigate({
      to: '.',
      search: ({ q: _former, ...others }) => (query ? { ...others, q: query } : others),
      replace: true,
    });
  return [q, set];
}
