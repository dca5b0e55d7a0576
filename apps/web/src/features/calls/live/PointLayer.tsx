import type { CallActions, Points } from '@earth/calls';
import { type CSSProperties, type PointerEvent, useEffect, useRef } from 'react';
import { useTexts } from '../../../app/i18n';
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

/** Over the live picture: shows where people point, and lets one point. A point moves a dot and draws nothing anew. */
export function PointLayer({ points, onPoint, of, fit, isMirrored, people, isHovering }: PointLayerProps) {
  const say = useTexts(texts);
  const layer = useRef<HTMLDivElement>(null);
  const next = useRef<{ readonly x: number; readonly y: number } | null | 'same'>('same');
  const frame = useRef(0);
  const lingering = useRef<ReturnType<typeof setTimeout>>(undefined);

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

  const onFrame = () => {
    frame.current = 0;
    if (next.current !== 'same') {
      const at = next.current;
      next.current = 'same';
      onPoint(of, at && spotAt(laid(), at.x, at.y));
    }
    draw();
  };
  const latest = useRef(onFrame);
  useEffect(() => {
    latest.current = onFrame;
  });
  const schedule = () => {
    frame.current ||= requestAnimationFrame(() => latest.current());
  };

  useEffect(() => {
    const soon = () => {
      frame.current ||= requestAnimationFrame(() => latest.current());
    };
    const stop = points.subscribe(soon);
    const watch = new ResizeObserver(soon);
    if (layer.current) watch.observe(layer.current);
    return () => {
      stop();
      watch.disconnect();
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    };
  }, [points]);
  // Who looks at something else points at nothing here.
  useEffect(
    () => () => {
      clearTimeout(lingering.current);
      onPoint(of, null);
    },
    [of, onPoint],
  );

  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 0 && !(isHovering && event.pointerType === 'mouse')) return;
    clearTimeout(lingering.current);
    const { left, top } = event.currentTarget.getBoundingClientRect();
    next.current = { x: event.clientX - left, y: event.clientY - top };
    schedule();
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    move(event);
  };
  const leave = () => {
    next.current = null;
    schedule();
  };
  const release = () => {
    clearTimeout(lingering.current);
    lingering.current = setTimeout(leave, LINGER_MS);
  };
  return (
    <div
      ref={layer}
      className={styles.layer}
      data-testid="point-layer"
      data-hovering={isHovering || undefined}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={(event) => (isHovering && event.pointerType === 'mouse' ? undefined : release())}
      onPointerCancel={release}
      onPointerLeave={release}
    >
      {people.map(({ id, name, color }) => (
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
