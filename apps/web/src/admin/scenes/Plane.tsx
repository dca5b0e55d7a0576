import type { EditableMarker } from '@earth/contracts';
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { useTexts } from '../../shared/i18n';
import type { DraftItem } from './model/scene-editor';
import styles from './scenes.module.css';
import { texts } from './texts';

/** Marker widths that the plane shows, when nothing lies farther out. */
const SPAN_MIN = 3;
const NUDGE = 0.05;
const FAR_NUDGE = 0.5;
const FARTHEST = 50;

const round = (value: number) => Math.round(Math.min(FARTHEST, Math.max(-FARTHEST, value)) * 1000) / 1000;

type Place = Pick<DraftItem, 'x' | 'y' | 'z'>;

/** By an arrow key on the plane, by a page key in height; null: another key. */
function nudged({ x, y, z }: Place, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Place | null {
  const by = shiftKey ? FAR_NUDGE : NUDGE;
  if (key === 'ArrowLeft') return { x: round(x - by), y, z };
  if (key === 'ArrowRight') return { x: round(x + by), y, z };
  if (key === 'ArrowUp') return { x, y: round(y + by), z };
  if (key === 'ArrowDown') return { x, y: round(y - by), z };
  if (key === 'PageUp') return { x, y, z: round(z + by) };
  if (key === 'PageDown') return { x, y, z: round(z - by) };
  return null;
}

interface PlaneProps {
  readonly marker: EditableMarker | null;
  readonly items: readonly DraftItem[];
  readonly chosenKey: string | null;
  readonly nameOf: (item: DraftItem) => string;
  readonly onChoose: (key: string) => void;
  readonly onMove: (key: string, place: Place) => void;
}

interface Drag {
  readonly key: string;
  readonly fromX: number;
  readonly fromY: number;
  readonly place: Place;
  /** Marker widths in a pixel. */
  readonly scale: number;
}

/** The marker from the front, with the outlines of what stands on it: dragged, or moved by keys. */
export function Plane({ marker, items, chosenKey, nameOf, onChoose, onMove }: PlaneProps) {
  const t = useTexts(texts);
  const help = useId();
  const plane = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const reach = items.map(({ x, y, width }) => 2 * (Math.max(Math.abs(x), Math.abs(y)) + width / 2));
  const span = Math.ceil(Math.max(SPAN_MIN, ...reach));
  const percent = (widths: number) => `${(widths / span) * 100}%`;

  function begin(event: PointerEvent<HTMLButtonElement>, { key, x, y, z }: DraftItem) {
    const width = plane.current?.clientWidth ?? 0;
    if (width === 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { key, fromX: event.clientX, fromY: event.clientY, place: { x, y, z }, scale: span / width };
    onChoose(key);
  }
  function move({ clientX, clientY }: PointerEvent) {
    const current = drag.current;
    if (!current) return;
    const { key, fromX, fromY, place, scale } = current;
    const x = round(place.x + (clientX - fromX) * scale);
    onMove(key, { x, y: round(place.y - (clientY - fromY) * scale), z: place.z });
  }
  const end = () => {
    drag.current = null;
  };
  return (
    <div role="group" aria-label={t('plane')}>
      <div ref={plane} className={styles.plane}>
        {marker && <img src={marker.imageUrl} alt="" className={styles.planeMarker} style={{ width: percent(1) }} />}
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            className={styles.planeItem}
            aria-label={nameOf(item)}
            aria-pressed={item.key === chosenKey}
            aria-describedby={help}
            style={{
              left: `calc(50% + ${percent(item.x)})`,
              top: `calc(50% - ${percent(item.y)})`,
              width: percent(item.width),
              transform: `translate(-50%, -50%) rotate(${-item.turnZ}deg)`,
            }}
            onClick={() => onChoose(item.key)}
            onPointerDown={(event) => begin(event, item)}
            onPointerMove={move}
            onPointerUp={end}
            onPointerCancel={end}
            onKeyDown={(event) => {
              const place = nudged(item, event);
              if (!place) return;
              event.preventDefault();
              onMove(item.key, place);
            }}
          >
            {nameOf(item)}
          </button>
        ))}
      </div>
      <p id={help} className={styles.line}>
        {t('planeHelp')}
      </p>
    </div>
  );
}
