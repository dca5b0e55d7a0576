import { useQuery } from '@tanstack/react-query';
import type { EditedPart } from '@earth/contracts';
import { useEffect } from 'react';
import { api } from '../platform';

/** A report lasts a minute on the server. */
const REPORT_INTERVAL_MS = 20_000;

/** What is edited: a content by its id, with what belongs to it, or a part of the company. */
export type Edited = number | EditedPart;

interface Editing {
  /** The names of the others who are editing the same. */
  readonly others: readonly string[];
  /** That of a content. */
  readonly version?: number;
}

const report = (edited: Edited, isOver = false): Promise<Editing> =>
  typeof edited === 'string'
    ? api.reportPartEditing({ part: edited, isOver })
    : api.reportEditing({ contentId: edited, isOver });

/**
 * Reports that the user is editing, while the page is open.
 * @param edited null: nothing that is stored
 * @returns who else is, and the stored version
 */
export function useEditing(edited: Edited | null) {
  const { data } = useQuery({
    queryKey: ['editing', edited],
    queryFn: () => (edited === null ? null : report(edited)),
    refetchInterval: REPORT_INTERVAL_MS,
    gcTime: 0,
    enabled: edited !== null,
  });
  useEffect(() => {
    if (edited === null) return undefined;
    // Expires by itself if this does not arrive.
    const leave = () => void report(edited, true).catch(() => undefined);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [edited]);
  return data ?? null;
}
