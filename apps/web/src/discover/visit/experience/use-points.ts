import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useContentLanguage } from '../../../shared/i18n';
import { addSeen, readSeen } from '../model/seen-points';
import type { VisitPoint } from '../model/visit-points';
import { visitPointsQuery } from '../model/visit-queries';

const NO_POINTS: readonly VisitPoint[] = [];

/** The points of a model, those that were opened on this device, and the one that is open, at first that of `startAt`. */
export function usePoints(modelId: string, startAt?: number) {
  const query = useQuery(visitPointsQuery(useContentLanguage(), modelId));
  const [seen, setSeen] = useState(() =>
    startAt === undefined ? readSeen(modelId) : addSeen(modelId, readSeen(modelId), startAt),
  );
  const [selectedId, setSelectedId] = useState<number | null>(startAt ?? null);
  const points = query.data ?? NO_POINTS;
  return {
    query,
    points,
    seen,
    seenCount: points.filter(({ contentId }) => seen.has(contentId)).length,
    selected: points.find(({ contentId }) => contentId === selectedId) ?? null,
    select(contentId: number) {
      setSelectedId(contentId);
      setSeen((now) => addSeen(modelId, now, contentId));
    },
    close: () => setSelectedId(null),
  };
}
