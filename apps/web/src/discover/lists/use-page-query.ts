import { useNavigate, useSearch } from '@tanstack/react-router';

/** What is searched on a page: it stands in its address, so that the way back leads to it. */
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
