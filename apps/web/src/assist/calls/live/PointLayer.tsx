import type { CallActions, Points } from '@earth/calls';
import { type CSSProperties, type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { useTexts } from '../../../shared/i18n';
import { type Laid, placeInBox, spotAt } from './picture-place';
import styles from './point-layer.module.css';
import { texts } from './texts';

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

/** A tap points for so long: the eye of the other side must find it. */
const LINGER_MS = 900;

type Layer = RefObject<HTMLDivElement | null>;
type Place = { readonly x: number; readonly y: number };

/** How the picture lies in the layer just now. */
function laidIn(layer: Layer, { fit, isMirrored }: Pick<PointLayerProps, 'fit' | 'isMirrored'>): Laid {
  const video = layer.current?.parentElement?.querySelector('video');
  const { clientWidth = 0, clientHeight = 0 } = layer.current ?? {};
  return {
    box: { width: clientWidth, height: clientHeight },
    picture: { width: video?.videoWidth ?? 0, height: video?.videoHeight ?? 0 },
    fit,
    isMirrored,
  };
}

function moveDots(layer: Layer, laid: Laid, { points, of }: Pick<PointLayerProps, 'points' | 'of'>) {
  const pointers = points.get();
  for (const dot of layer.current?.children ?? []) {
    if (!(dot instanceof HTMLElement)) continue;
    const pointer = pointers.find((one) => one.by === dot.dataset['by'] && one.of === of);
    const place = pointer && placeInBox(laid, pointer);
    dot.toggleAttribute('data-on', Boolean(place));
    // One that goes fades where it was.
    if (place) dot.style.transform = `translate(${place.x}px, ${place.y}px)`;
  }
}

/**
 * Once a frame, says where one points and moves the dots.
 * @returns what tells it where one points, in the layer; null: nowhere any more
 */
function usePointFrames(layer: Layer, props: PointLayerProps): (at: Place | null) => void {
  const { points } = props;
  const next = useRef<Place | null | 'same'>('same');
  const frame = useRef(0);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const soon = useCallback(() => {
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0;
      const { of, onPoint } = latest.current;
      const laid = laidIn(layer, latest.current);
      const at = next.current;
      next.current = 'same';
      if (at !== 'same') onPoint(of, at && spotAt(laid, at.x, at.y));
      moveDots(layer, laid, latest.current);
    });
  }, [layer]);
  useEffect(() => {
    const stop = points.subscribe(soon);
    const watch = new ResizeObserver(soon);
    if (layer.current) watch.observe(layer.current);
    return () => {
      stop();
      watch.disconnect();
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    };
  }, [points, soon, layer]);
  return (at) => {
    next.current = at;
    soon();
  };
}

/** What a mouse, a pen or a finger does over the layer. */
function usePointing(pointAt: (at: Place | null) => void, { of, onPoint, isHovering }: PointLayerProps) {
  const lingering = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Who looks at something else, or has put the laser away, points at nothing here.
  useEffect(
    () => () => {
      clearTimeout(lingering.current);
      onPoint(of, null);
    },
    [of, onPoint, isHovering],
  );
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 0 && !(isHovering && event.pointerType === 'mouse')) return;
    clearTimeout(lingering.current);
    const { left, top } = event.currentTarget.getBoundingClientRect();
    pointAt({ x: event.clientX - left, y: event.clientY - top });
  };
  const release = () => {
    clearTimeout(lingering.current);
    lingering.current = setTimeout(() => pointAt(null), LINGER_MS);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      move(event);
    },
    onPointerMove: move,
    onPointerUp: (event: PointerEvent<HTMLDivElement>) =>
      isHovering && event.pointerType === 'mouse' ? undefined : release(),
    onPointerCancel: release,
    onPointerLeave: release,
  };
}

/** Over the live picture: shows where people point, and lets one point. A point moves a dot and draws nothing anew. */
export function PointLayer(props: PointLayerProps) {
  const say = useTexts(texts);
  const layer = useRef<HTMLDivElement>(null);
  const pointing = usePointing(usePointFrames(layer, props), props);
  return (
    <div
      ref={layer}
      className={styles.layer}
      data-testid="point-layer"
      data-hovering={props.isHovering || undefined}
      {...pointing}
    >
      {props.people.map(({ id, name, color }) => (
        <div
          key={id}
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
      ))}
    </div>
  );
}
