import type { ModelView } from '@earth/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError, api } from '../../../platform';
import { readAsDataUrl } from '../../../platform/data-url';
import { useTexts } from '../../../shared/i18n';
import { showToast } from '../../../shared/toast';
import { useEditDraft } from '../../../shared/use-edit-draft';
import { editedViewsQuery, fetchLayer } from '../model/editor-queries';
import { toPng } from '../model/mask-layer';
import { areSame, EMPTY_LOG, type MaskLog, type MaskStep } from '../model/mask-log';
import { texts } from '../texts';
import { type MaskDraft, maskDraftName, type OpenedMask } from './mask-draft';

/** What stands before the base64 of a PNG (D7.15). */
const PREFIX = 'data:image/png;base64,';

interface Painting {
  readonly view: ModelView;
  readonly modelId: string;
  readonly opened: OpenedMask;
}

/** The mask of a view: what is stored, what is painted since, also the last time on this device, and saving it. */
export function useMask({ view, modelId, opened: { layer: first, draft } }: Painting) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const [layer, setLayer] = useState(first);
  const [log, setLog] = useState<MaskLog>(
    draft ? { ...EMPTY_LOG, steps: draft.steps, undone: draft.undone } : EMPTY_LOG,
  );
  const [savedSteps, setSaved] = useState<readonly MaskStep[]>(EMPTY_LOG.steps);
  const [phase, setPhase] = useState<'idle' | 'saving' | 'failed'>('idle');
  // Not that of a later list: the layer may be older.
  const [version, setVersion] = useState(draft?.version ?? view.maskVersion);
  const [isOutdated, setOutdated] = useState(false);
  const [isRestored, setRestored] = useState(draft !== null);
  const { steps, undone, begun } = log;
  const arePainted = !areSame(steps, savedSteps) || isRestored;
  const isChanged = begun !== null || arePainted;
  const unsavedDraft = useMemo(
    (): MaskDraft | null => (arePainted ? { version, layer: layer.base64, steps, undone } : null),
    [arePainted, version, layer, steps, undone],
  );
  const { forget } = useEditDraft(maskDraftName(view.uniqueId), unsavedDraft);

  async function save() {
    setPhase('saving');
    try {
      const png = await toPng({ stored: layer.bitmap, steps, begun: null }, view);
      const maskBase64 = png === null ? '' : (await readAsDataUrl(png)).slice(PREFIX.length);
      const { maskVersion } = await api.maskModelView({ id: view.uniqueId, maskBase64, basedOn: version });
      setVersion(maskVersion);
      setSaved(steps);
      setRestored(false);
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
      setLayer(await fetchLayer(view));
      setRestored(false);
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
    stored: layer.bitmap,
    log,
    change: (next: (log: MaskLog) => MaskLog) => setLog(next),
    isChanged,
    isSaving: phase === 'saving',
    state: phase === 'saving' ? 'saving' : isChanged ? unsaved : 'saved',
    save,
    isOutdated,
    /** What was painted the last time is shown. */
    isRestored,
    forget,
    resolve: (keepsStrokes: boolean) => void resolve(keepsStrokes),
  } as const;
}
export type Mask = ReturnType<typeof useMask>;
