import { type ModelView, NO_LAYER } from '@earth/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform';
import { readAsDataUrl } from '../../../platform/data-url';
import { useTexts } from '../../../shared/i18n';
import { showToast } from '../../../shared/toast';
import { editedViewsQuery } from '../model/editor-queries';
import { readLayer, toPng } from '../model/mask-layer';
import { areSame, EMPTY_LOG, type MaskLog, type MaskStep } from '../model/mask-log';
import { texts } from '../texts';

/** What stands before the base64 of a PNG (D7.15). */
const PREFIX = 'data:image/png;base64,';

/** The mask of a view: what is stored, what is painted since, and saving it. */
export function useMask(view: ModelView, modelId: string) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const layer = useQuery({
    queryKey: ['view-layer', view.uniqueId],
    queryFn: async () => {
      const base64 = await api.getViewLayer({ id: view.uniqueId });
      return base64 === NO_LAYER ? null : await readLayer(base64, view);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [log, setLog] = useState<MaskLog>(EMPTY_LOG);
  const [savedSteps, setSaved] = useState<readonly MaskStep[]>(log.steps);
  const [phase, setPhase] = useState<'idle' | 'saving' | 'failed'>('idle');
  const isChanged = log.begun !== null || !areSame(log.steps, savedSteps);

  async function save() {
    const { steps } = log;
    setPhase('saving');
    try {
      const png = await toPng({ stored: layer.data ?? null, steps, begun: null }, view);
      const maskBase64 = png === null ? '' : (await readAsDataUrl(png)).slice(PREFIX.length);
      await api.maskModelView({ id: view.uniqueId, maskBase64 });
      setSaved(steps);
      setPhase('idle');
    } catch (error) {
      setPhase('failed');
      showToast((error instanceof Error && error.message) || t('saveError'));
    }
    await client.invalidateQueries({ queryKey: editedViewsQuery(modelId).queryKey });
  }

  const unsaved = phase === 'failed' ? 'notSaved' : 'unsaved';
  return {
    stored: layer.data,
    error: layer.error,
    retry: () => void layer.refetch(),
    log,
    change: (next: (log: MaskLog) => MaskLog) => setLog(next),
    isChanged,
    isSaving: phase === 'saving',
    state: phase === 'saving' ? 'saving' : isChanged ? unsaved : 'saved',
    save,
  } as const;
}
export type Mask = ReturnType<typeof useMask>;
