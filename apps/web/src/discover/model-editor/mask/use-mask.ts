import type { ModelView } from '@earth/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api } from '../../../platform';
import { readAsDataUrl } from '../../../platform/data-url';
import { useTexts } from '../../../shared/i18n';
import { showToast } from '../../../shared/toast';
import { editedViewsQuery, layerQuery } from '../model/editor-queries';
import { toPng } from '../model/mask-layer';
import { areSame, EMPTY_LOG, type MaskLog, type MaskStep } from '../model/mask-log';
import { texts } from '../texts';

/** What stands before the base64 of a PNG (D7.15). */
const PREFIX = 'data:image/png;base64,';

/** The mask of a view: what is stored, what is painted since, and saving it. */
export function useMask(view: ModelView, modelId: string) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const layer = useQuery(layerQuery(view));
  const [log, setLog] = useState<MaskLog>(EMPTY_LOG);
  const [savedSteps, setSaved] = useState<readonly MaskStep[]>(log.steps);
  const [phase, setPhase] = useState<'idle' | 'saving' | 'failed'>('idle');
  // Not that of a later list: the layer may be older.
  const [version, setVersion] = useState(view.maskVersion);
  const [isOutdated, setOutdated] = useState(false);
  const isChanged = log.begun !== null || !areSame(log.steps, savedSteps);

  async function save() {
    const { steps } = log;
    setPhase('saving');
    try {
      const png = await toPng({ stored: layer.data ?? null, steps, begun: null }, view);
      const maskBase64 = png === null ? '' : (await readAsDataUrl(png)).slice(PREFIX.length);
      const { maskVersion } = await api.maskModelView({ id: view.uniqueId, maskBase64, basedOn: version });
      setVersion(maskVersion);
      setSaved(steps);
      setPhase('idle');
    } catch (error) {
      setPhase('failed');
      if (error instanceof ApiError && error.error === 'contentChanged') setOutdated(true);
      else showToast((error instanceof Error && error.message) || t('saveError'));
    }
    await client.invalidateQueries({ queryKey: editedViewsQuery(modelId).queryKey });
  }

  /** Shows what somebody else has saved, with the own strokes over it or without them. */
  async function resolve(keepsStrokes: boolean) {
    try {
      const views = await client.query({ ...editedViewsQuery(modelId), staleTime: 0 });
      await layer.refetch({ throwOnError: true });
      if (!keepsStrokes) setLog(EMPTY_LOG);
      setSaved(EMPTY_LOG.steps);
      setVersion(views.find(({ uniqueId }) => uniqueId === view.uniqueId)?.maskVersion ?? version);
      setOutdated(false);
      setPhase('idle');
    } catch (error) {
      showToast((error instanceof Error && error.message) || t('saveError'));
    }
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
    isOutdated,
    resolve: (keepsStrokes: boolean) => void resolve(keepsStrokes),
  } as const;
}
export type Mask = ReturnType<typeof useMask>;
