import { createMutex } from '@earth/async';
import type { Keypoint } from '@earth/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform';
import { useTexts } from '../../../shared/i18n';
import { showToast } from '../../../shared/toast';
import { editedViewsQuery, keypointsQuery } from '../model/editor-queries';
import { texts } from '../texts';

/** What a point is saved with. */
export type PointBody = Pick<Keypoint, 'contentId' | 'posX' | 'posY' | 'color'>;

interface Edited {
  readonly viewId: string;
  readonly modelId: string;
}

/**
 * The points of a view. A change is shown at once and sent after those before it; one that the server refuses is taken back, and a
 * toast says so (D8.10).
 */
export function usePoints({ viewId, modelId }: Edited) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const query = keypointsQuery(viewId);
  const { data, error, refetch } = useQuery(query);
  const [runAlone] = useState(createMutex);
  const [waiting, setWaiting] = useState(0);
  const [hasFailed, setFailed] = useState(false);

  /** @returns whether it is stored */
  async function change(show: (points: readonly Keypoint[]) => Keypoint[], send: () => Promise<unknown>) {
    client.setQueryData<Keypoint[]>(query.queryKey, (points) => show(points ?? []));
    setWaiting((count) => count + 1);
    setFailed(false);
    let isStored = true;
    try {
      await runAlone(send);
    } catch (failure) {
      isStored = false;
      setFailed(true);
      showToast((failure instanceof Error && failure.message) || t('saveError'));
    }
    setWaiting((count) => count - 1);
    if (!isStored) await client.invalidateQueries({ queryKey: query.queryKey });
    await client.invalidateQueries({ queryKey: editedViewsQuery(modelId).queryKey });
    return isStored;
  }

  /** Makes the point of a content, moves it or recolours it. `former`: the content that it showed before. */
  function save(body: PointBody, former: number | null = null): Promise<boolean> {
    const { contentId } = body;
    const point = { viewUniqueId: viewId, keypointUniqueId: `new-${contentId}`, ...body };
    const isReplaced = former !== null && former !== contentId;
    return change(
      (points) => {
        const at = points.findIndex((one) => one.contentId === (former ?? contentId));
        if (at < 0) return [...points, point];
        return points.map((one, index) => (index === at ? { ...one, ...body } : one));
      },
      async () => {
        await api.saveKeypoint({ viewUniqueId: viewId, ...body });
        if (isReplaced) await api.deleteKeypoint({ viewUniqueId: viewId, contentId: former });
      },
    );
  }

  const remove = (contentId: number): Promise<boolean> =>
    change(
      (points) => points.filter((one) => one.contentId !== contentId),
      () => api.deleteKeypoint({ viewUniqueId: viewId, contentId }),
    );

  const state = waiting > 0 ? 'saving' : hasFailed ? 'notSaved' : 'saved';
  return { points: data, error, retry: () => void refetch(), save, remove, state } as const;
}
