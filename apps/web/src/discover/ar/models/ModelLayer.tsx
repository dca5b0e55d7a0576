import { useEffect, useRef, useState } from 'react';
import type { ItemStage, PlacedModel } from '../model/item-stage';
import { ModelScene } from './model-scene';
import styles from './models.module.css';

interface ModelLayerProps {
  readonly stage: ItemStage;
  readonly models: readonly PlacedModel[];
}

/** Draws the 3D models of all targets on one canvas, over the camera's picture or in an editor. */
export function ModelLayer({ stage, models }: ModelLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  /** Null: the browser has no WebGL. Undefined: it is not tried yet. */
  const [scene, setScene] = useState<ModelScene | null>();
  useEffect(() => {
    if (!canvas.current) return undefined;
    const made = ModelScene.create(canvas.current);
    setScene(made);
    const end = made ? stage.onDraw((at) => made.draw(stage, at)) : undefined;
    return () => {
      end?.();
      made?.dispose();
    };
  }, [stage]);
  useEffect(() => {
    scene?.show(models);
    if (scene === null) for (const { onState } of models) onState('failed');
  }, [scene, models]);
  return <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />;
}
