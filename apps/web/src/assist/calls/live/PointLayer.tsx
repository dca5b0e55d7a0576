import type { CallActions, Points } from '@earth/calls';
import { type CSSProperties, type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { type Place, partsOf } from './line-parts';
import { paintLines } from './live-lines';
import { type Laid, placeInBox, spotAt } from './picture-place';
import { PointMark } from './PointMark';
import styles from './point-layer.module.css';

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
  /** A pressed pointer that moves draws a line, which fades. */
  readonly isDrawing: boolean;
  /** True: a mouse points without a button. False: a pointer points only while it is pressed, as a finger does. */
  readonly isHovering: boolean;
}

/** How long a tap points, so that the others notice it. */
const LINGER_MS = 900;

type Layer = RefObject<HTMLDivElement | null>;

/** What the next frame sends: where the pointer is, and what it has drawn since the last one. */
interface Next {
  readonly at: Place | null;
  /** The beginning of a line, or more of one; empty if nothing is drawn. */
  readonly way: readonly Place[];
  readonly isNew: boolean;
}

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

function paint(layer: Layer, laid: Laid, { points, of, people }: PointLayerProps): boolean {
  const canvas = layer.current?.querySelector('canvas');
  const lines = points.lines().filter((line) => line.of === of);
  return canvas ? paintLines(canvas, laid, lines, (by) => people.find(({ id }) => id === by)?.color ?? '') : false;
}

/**
 * Sends the user's position, and their line without what lies outside of the picture.
 * @returns whether the next position begins a line
 */
function send({ of, onPoint }: PointLayerProps, laid: Laid, { at, way, isNew }: Next): boolean {
  const spot = at && spotAt(laid, at.x, at.y);
  const drawn = partsOf(laid, way, isNew);
  if (drawn.parts.length === 0) onPoint(of, spot);
  for (const part of drawn.parts) onPoint(of, spot, part);
  return drawn.isNew;
}

/**
 * Once a frame, sends the user's position, moves the dots and paints the lines.
 * @returns a function that takes the user's positions in the layer
 */
function usePointFrames(layer: Layer, props: PointLayerProps): (next: Next) => void {
  const { points } = props;
  const next = useRef<Next | null>(null);
  /** The next position begins a line: nothing of it was in the picture, or it has left the picture. */
  const begins = useRef(false);
  const frame = useRef(0);
  const again = useRef(() => {});
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const soon = useCallback(() => {
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0;
      const laid = laidIn(layer, latest.current);
      const { current } = next;
      next.current = null;
      if (current) begins.current = send(latest.current, laid, { ...current, isNew: current.isNew || begins.current });
      moveDots(layer, laid, latest.current);
      if (paint(layer, laid, latest.current)) again.current();
    });
  }, [layer]);
  useEffect(() => {
    again.current = soon;
  }, [soon]);
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
  return ({ at, way, isNew }) => {
    const before = isNew ? null : next.current;
    next.current = { at, way: [...(before?.way ?? []), ...way], isNew: isNew || (before?.isNew ?? false) };
    soon();
  };
}

/** A pressed pointer draws as soon as it is this far from where it was pressed, CSS px. */
const DRAWS_FROM_PX = 6;

/** Positions nearer than this to the last one are not sent, CSS px: a pen has many, and a line has room for a limited number. */
const STEP_PX = 1;

const apart = (one: Place, other: Place) => Math.hypot(one.x - other.x, one.y - other.y);

/** The present position of a pointer in the layer, and those that it has passed since the last event. */
function placesOf({ currentTarget, nativeEvent }: PointerEvent<HTMLDivElement>): readonly [Place, ...Place[]] {
  const { left, top } = currentTarget.getBoundingClientRect();
  const placeOf = ({ clientX, clientY }: MouseEvent): Place => ({ x: clientX - left, y: clientY - top });
  // Only pointer moves have them, and not in every browser.
  const passed = nativeEvent.type === 'pointermove' ? (nativeEvent.getCoalescedEvents?.() ?? []) : [];
  return [placeOf(nativeEvent), ...passed.slice(0, -1).map(placeOf)];
}

/** The events of mouse, pen and finger over the layer. */
function usePointing(pointAt: (next: Next) => void, { of, onPoint, isHovering, isDrawing }: PointLayerProps) {
  const lingering = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Where the pointer was pressed; null: it draws already, or is not pressed. */
  const pressed = useRef<Place | null>(null);
  /** The id of the pointer that is pressed: another finger changes nothing meanwhile. Null: none is. */
  const active = useRef<number | null>(null);
  const last = useRef<Place | null>(null);
  // Stops pointing when the layer is unmounted or switched off.
  useEffect(
    () => () => {
      clearTimeout(lingering.current);
      onPoint(of, null);
    },
    [of, onPoint, isHovering],
  );
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const isMine = event.pointerId === active.current;
    const isHover = isHovering && event.pointerType === 'mouse';
    if (isMine ? event.buttons === 0 && !isHover : active.current !== null || !isHover) return;
    clearTimeout(lingering.current);
    const [at, ...earlier] = placesOf(event);
    const from = pressed.current;
    // A tap points: a line begins when the pointer has moved.
    const isPressed = isMine && event.buttons % 2 === 1;
    if (!isDrawing || !isPressed || (from && apart(from, at) < DRAWS_FROM_PX))
      return pointAt({ at, way: [], isNew: false });
    pressed.current = null;
    if (from) last.current = null;
    const way = [...(from ? [from] : []), ...earlier, at].filter((place) => {
      if (last.current && apart(last.current, place) < STEP_PX) return false;
      last.current = place;
      return true;
    });
    pointAt({ at, way, isNew: from !== null });
  };
  const release = (event: PointerEvent<HTMLDivElement>) => {
    if (active.current !== null && event.pointerId !== active.current) return;
    active.current = null;
    // A mouse that hovers goes on pointing.
    if (event.type === 'pointerup' && isHovering && event.pointerType === 'mouse') return;
    clearTimeout(lingering.current);
    lingering.current = setTimeout(() => pointAt({ at: null, way: [], isNew: false }), LINGER_MS);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0 || (active.current !== null && !event.isPrimary)) return;
      active.current = event.pointerId;
      event.currentTarget.setPointerCapture(event.pointerId);
      [pressed.current] = placesOf(event);
      move(event);
    },
    onPointerMove: move,
    onPointerUp: release,
    onPointerCancel: release,
    onPointerLeave: release,
  };
}

/** The laser layer over a live picture: shows and sends pointers. A position moves a dot, without rendering. */
export function PointLayer(props: PointLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const pointing = usePointing(usePointFrames(layer, props), props);
  return (
    <div
      ref={layer}
      className={styles.layer}
      data-testid="point-layer"
      data-hovering={props.isHovering || undefined}
      data-drawing={props.isDrawing || undefined}
      {...pointing}
    >
      <canvas className={styles.lines} data-testid="live-lines" aria-hidden="true" />
      {props.people.map(({ id, name, color }) => (
        <div
          key={id}
          className={styles.dot}
          data-testid="pointer"
          data-by={id}
          style={{ '--pointer': color } as CSSProperties}
          aria-hidden="true"
        >
          <PointMark name={name} />
        </div>
      ))}
    </div>
  );
}
