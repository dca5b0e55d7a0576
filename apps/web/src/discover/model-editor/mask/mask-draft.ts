/** What is painted on a mask and not saved, on this device. */
import type { ModelView } from '@earth/contracts';
import type { SessionScope } from '../../../platform/session/session-scope';
import { readEditDraft } from '../../../shared/use-edit-draft';
import { fetchLayer, type Layer, readLayerOf } from '../model/editor-queries';
import type { MaskLog, MaskStep } from '../model/mask-log';

export interface MaskDraft {
  /** Of the mask that it was made from: saving it tells if there is a newer one. */
  readonly version: number;
  readonly layer: Layer['base64'];
  readonly steps: readonly MaskStep[];
  readonly undone: MaskLog['undone'];
}

export const maskDraftName = (viewId: string) => `mask ${viewId}`;

export interface OpenedMask {
  readonly layer: Layer;
  readonly draft: MaskDraft | null;
}

/** The draft over the mask that it was painted on, or the stored mask. */
export async function openMask(scope: SessionScope, view: ModelView): Promise<OpenedMask> {
  const draft = await readEditDraft<MaskDraft>(scope, maskDraftName(view.uniqueId));
  return { layer: draft ? await readLayerOf(draft.layer, view) : await fetchLayer(view), draft };
}
