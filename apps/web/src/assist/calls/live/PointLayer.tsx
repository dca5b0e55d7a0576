import type { CallActions, Points } from '@earth/calls';
import { type CSSProperties, type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { useTexts } from '../../../shared/i18n';
import { type Laid, placeInBox, spotAt } from './picture-place';
import styles from './point-layer.module.css';
import { texts } from './texts';

/** A participant who may point, with their colour. */
export interface Pointing {
  readonly id: string;
  /** The name beside the pointer; null for the user's own. */
  readonly name: string | null;
  readonly color: string;
}

interface PointLayerProps {
  readonly points: Points;
  readonly onPoint: CallActions['point'];
  /** The contact whose picture it covers. */
  readonly of: string;
  readonly fit: Laid['fit'];
  readonly isMirrored: boolean;
  readonly people: readonly Pointing[];
  /** True: a mouse points without a button. False: a pointer points only while it is pressed, as a finger does. */
  readonly isHovering: boolean;
}

/** How long a tap points, so that the others notice it. */
const LINGER_MS = 900;

type Layer = RefObject<HTMLDivElement | null>;
type Place = { readonly x: number; readonly y: number };

/** The picture's present place in the layer. */
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
    // A pointer that ends fades out in place.
    if (place) dot.style.transform = `translate(${place.x}px, ${place.y}px)`;
  }
}

/**
 * Once a frame, sends the user's position and moves the dots.
 * @returns a function that sets the user's position in the layer; null: no longer pointing
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

/** The events of mouse, pen and finger over the layer. */
function usePointing(pointAt: (at: Place | null) => void, { of, onPoint, isHovering }: PointLayerProps) {
  const lingering = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Stops pointing when the layer is unmounted or switched off.
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

/** The laser layer over a live picture: shows and sends pointers. A position moves a dot, without rendering. */
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
