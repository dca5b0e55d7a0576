import type { CallActions, Points } from '@earth/calls';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useTexts } from '../../../app/i18n';
import { type Laid, placeInBox } from './picture-place';
import styles from './point-layer.module.css';
import { texts } from './texts';
import { useLaser } from './use-laser';

/** Somebody who may point, in their colour. */
export interface Pointing {
  readonly id: string;
  /** What stands beside their pointer; null: it is one's own. */
  readonly name: string | null;
  readonly color: string;
}

interface PointLayerProps {
  readonly points: Points;
  readonly onPoint: CallActions['point'];
  /** Whose picture it lies over. */
  readonly of: string;
  readonly fit: Laid['fit'];
  readonly isMirrored: boolean;
  readonly people: readonly Pointing[];
  /** A mouse points wherever it is; else, as a finger, while it presses. */
  readonly isHovering: boolean;
}

function Dot({ id, name, color }: Pointing) {
  const say = useTexts(texts);
  return (
    <div
      className={styles.dot}
      data-testid="pointer"
      data-by={id}
      style={{ '--pointer': color } as CSSProperties}
      aria-hidden="true"
    >
      <span className={styles.halo} />
      <span className={styles.core} />
      {name !== null && <span className={styles.name}>{say('pointsHere', { name })}</span>}
    </div>
  );
}

/** Over the live picture: shows where people point, and lets one point. A point moves a dot and draws nothing anew. */
export function PointLayer({ points, onPoint, of, fit, isMirrored, people, isHovering }: PointLayerProps) {
  const layer = useRef<HTMLDivElement>(null);

  const laid = (): Laid => {
    const video = layer.current?.parentElement?.querySelector('video');
    const { clientWidth = 0, clientHeight = 0 } = layer.current ?? {};
    return {
      box: { width: clientWidth, height: clientHeight },
      picture: { width: video?.videoWidth ?? 0, height: video?.videoHeight ?? 0 },
      fit,
      isMirrored,
    };
  };

  const draw = () => {
    const now = laid();
    const pointers = points.get();
    for (const dot of layer.current?.children ?? []) {
      if (!(dot instanceof HTMLElement)) continue;
      const pointer = pointers.find((one) => one.by === dot.dataset['by'] && one.of === of);
      const place = pointer && placeInBox(now, pointer);
      dot.toggleAttribute('data-on', Boolean(place));
      // One that goes fades where it was.
      if (place) dot.style.transform = `translate(${place.x}px, ${place.y}px)`;
    }
  };

  const { soon, listeners } = useLaser({ onPoint, of, isHovering, laid, draw });
  useEffect(() => {
    const stop = points.subscribe(soon);
    const watch = new ResizeObserver(soon);
    if (layer.current) watch.observe(layer.current);
    return () => {
      stop();
      watch.disconnect();
    };
  }, [points, soon]);
  return (
    <div
      ref={layer}
      className={styles.layer}
      data-testid="point-layer"
      data-hovering={isHovering || undefined}
      {...listeners}
    >
      {people.map((one) => (
        <Dot key={one.id} {...one} />
      ))}
    </div>
  );
}
