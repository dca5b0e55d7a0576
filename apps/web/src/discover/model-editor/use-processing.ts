import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { editedViewsQuery } from './model/editor-queries';
import { processModel } from './model/process-model';
import { texts } from './texts';

/** D2.66: processes a model, and says how it ended. The reason of each view is in the list. */
export function useProcessing(modelId: string) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const isCancelled = useRef(false);
  const query = editedViewsQuery(modelId);
  async function start() {
    if (isRunning) return;
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
    setRunning(false);
    await client.invalidateQueries({ queryKey: query.queryKey });
  }
  async function cancel() {
    isCancelled.current = true;
    await api.cancelProcessing({ id: modelId }).catch(() => undefined);
    await client.invalidateQueries({ queryKey: query.queryKey });
  }
  return { isRunning, start, cancel };
}
