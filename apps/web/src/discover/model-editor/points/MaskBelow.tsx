import type { ModelView } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Paint } from '../mask/Layers';
import { layerQuery } from '../model/editor-queries';
import { EMPTY_LOG } from '../model/mask-log';
import type { Stage } from '../model/stage';

/** The mask of a view, as it is stored. */
export function MaskBelow({ view, stage }: { readonly view: ModelView; readonly stage: Stage }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data: stored } = useQuery(layerQuery(view));
  return stored && <Paint mask={{ stored, log: EMPTY_LOG }} stage={stage} canvas={canvas} />;
}
