import { useSyncExternalStore } from 'react';
import { lazyPart } from '../../../ui/feedback/lazy-part';
import type { ItemStage } from '../model/item-stage';

/** With three.js, which is loaded when there is a model. */
const ModelLayer = lazyPart(() => import('../models/ModelLayer'), 'ModelLayer');

/** The 3D models of a stage. */
export function Models({ stage }: { readonly stage: ItemStage }) {
  const models = useSyncExternalStore(stage.subscribe, stage.getModels);
  return models.length > 0 && <ModelLayer stage={stage} models={models} />;
}
