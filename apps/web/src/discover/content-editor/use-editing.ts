import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../platform';

/** A report lasts a minute on the server. */
const REPORT_INTERVAL_MS = 20_000;

/** Reports that the user is editing a content, while the page is open. @returns who else is, and the stored version */
export function useEditing(contentId: number | null) {
  const { data } = useQuery({
    queryKey: ['editing', contentId],
    queryFn: () => (contentId === null ? null : api.reportEditing({ contentId })),
    refetchInterval: REPORT_INTERVAL_MS,
    gcTime: 0,
    enabled: contentId !== null,
  });
  useEffect(() => {
    if (contentId === null) return undefined;
    // Expires by itself if this does not arrive.
    const leave = () => void api.reportEditing({ contentId, isOver: true }).catch(() => undefined);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [contentId]);
  return data ?? null;
}
