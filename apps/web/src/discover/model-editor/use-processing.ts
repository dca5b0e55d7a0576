import type { ModelView } from '@earth/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { editedViewsQuery } from './model/editor-queries';
import { doneOf, isRecognized, processModel } from './model/process-model';
import { texts } from './texts';

const POLL_MS = 1500;
const areQueued = (views: readonly ModelView[] = []) => views.some(({ state }) => state === 'queued');

/** D2.66: processes a model, and says how it ended, also if it was begun before a reload. The reason of each view is in the list. */
export function useProcessing(modelId: string) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const isCancelled = useRef(false);
  const query = editedViewsQuery(modelId);
  const { data: views = [] } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (isRunning || areQueued(state.data) ? POLL_MS : false),
  });
  const isQueued = areQueued(views);
  const wasQueued = useRef(false);
  const sayEnd = useEffectEvent(() => {
    // One that was begun here says it itself.
    if (!isRunning && !isCancelled.current) showToast(t(views.some(isRecognized) ? 'processed' : 'processFailed'));
  });
  useEffect(() => {
    if (wasQueued.current && !isQueued) sayEnd();
    wasQueued.current = isQueued;
  }, [isQueued]);

  async function start() {
    if (isRunning || isQueued) return;
    setRunning(true);
    isCancelled.current = false;
    try {
      const isGood = await processModel({
        process: () => api.processModel({ id: modelId }),
        listViews: () => api.listModelViews({ m: modelId }),
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      });
      // The user knows that it was cancelled.
      if (!isCancelled.current) showToast(t(isGood ? 'processed' : 'processFailed'));
    } catch (error) {
      const why = error instanceof ApiError ? error.message : '';
      showToast(why && why !== t('processFailed') ? `${t('processFailed')}: ${why}` : t('processFailed'));
    }
    await client.invalidateQueries({ queryKey: query.queryKey });
    setRunning(false);
  }
  async function cancel() {
    isCancelled.current = true;
    await api.cancelProcessing({ id: modelId }).catch(() => undefined);
    await client.invalidateQueries({ queryKey: query.queryKey });
  }
  return { isRunning: isRunning || isQueued, share: { done: doneOf(views), count: views.length }, start, cancel };
}
