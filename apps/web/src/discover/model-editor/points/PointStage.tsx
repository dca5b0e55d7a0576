import type { ModelView } from '@earth/contracts';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { IconButton } from '../../../ui/controls/IconButton';
import { useZoom } from '../../../ui/pictures/use-zoom';
import { distance, type Point } from '../../../ui/pictures/zoom';
import { inPicture, isInside, scaleOf, type Stage, toFrame, toPicture } from '../model/stage';
import { texts } from '../texts';
import styles from './points.module.css';

/** A dot; `number` is null for a point that is not saved yet. */
export interface Dot {
  readonly key: string;
  readonly number: number | null;
  readonly label: string;
  readonly at: Point;
  readonly color: string;
  readonly isChosen: boolean;
}

interface StageProps {
  readonly view: ModelView;
  readonly dots: readonly Dot[];
  readonly onTap: (at: Point) => void;
  readonly onChoose: (key: string) => void;
  readonly onMove: (key: string, to: Point) => void;
  readonly onDelete: (key: string) => void;
}

/** Half the width of a dot: a movement within it is a click (D4.26). */
const HALF_PX = 18;
/** A movement of the picture within it is a tap. */
const TAP_PX = 6;
const NUDGE = 1;
const NUDGE_SHIFT = 10;
const WHEEL = 1.1;
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

const noSwipe = () => undefined;

/** The picture of a view with its points: pinch, wheel and buttons zoom, a drag moves the picture or a point. */
export function PointStage({ view: { imageUrl, width, height }, dots, onTap, ...acts }: StageProps) {
  const t = useTexts(texts);
  const zoom = useZoom(noSwipe);
  const frame = zoom.handlers.ref;
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  const picture = { width, height };
  const stage: Stage = { frame: size, picture, view: zoom.view };
  const scale = scaleOf(stage);
  const corner = toFrame(stage, { x: 0, y: 0 });
  const down = useRef<Point | null>(null);
  /** The place of the picture under the pointer. */
  const placeOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point => {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {};
    return toPicture(stage, { x: clientX - left, y: clientY - top });
  };
  return (
    <div className={styles.stage}>
      <div
        {...zoom.handlers}
        onDoubleClick={undefined}
        role="presentation"
        className={styles.frame}
        onPointerDownCapture={({ clientX, clientY }) => (down.current = { x: clientX, y: clientY })}
        onWheel={({ deltaY }) => zoom.zoom(deltaY < 0 ? WHEEL : 1 / WHEEL)}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('button')) return;
          const isTap = down.current && distance(down.current, { x: event.clientX, y: event.clientY }) < TAP_PX;
          const at = placeOf(event);
          if (isTap && isInside(picture, at)) onTap(inPicture(picture, at));
        }}
      >
        <img
          src={imageUrl}
          alt=""
          draggable={false}
          className={styles.picture}
          style={{ width: width * scale, height: height * scale, translate: `${corner.x}px ${corner.y}px` }}
        />
        {size.width > 0 &&
          dots.map((dot) => <DotButton key={dot.key} dot={dot} stage={stage} placeOf={placeOf} {...acts} />)}
      </div>
      <div className={styles.zoom}>
        <IconButton label={t('zoomOut')} icon={<IconMinus {...icon} />} tipPosition="top" onClick={zoom.reduce} />
        <span>{Math.round(scale * 100)} %</span>
        <IconButton label={t('zoomIn')} icon={<IconPlus {...icon} />} tipPosition="top" onClick={zoom.enlarge} />
      </div>
    </div>
  );
}

interface DotProps extends Pick<StageProps, 'onChoose' | 'onMove' | 'onDelete'> {
  readonly dot: Dot;
  readonly stage: Stage;
  readonly placeOf: (event: PointerEvent) => Point;
}

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** A point: a drag moves it, a click opens it, arrow keys nudge it. */
function DotButton({ dot, stage, placeOf, onChoose, onMove, onDelete }: DotProps) {
  const { key, number, label, at, color, isChosen } = dot;
  const { picture } = stage;
  /** Where it is while it is being moved. */
  const [moving, setMoving] = useState<Point | null>(null);
  const down = useRef<Point | null>(null);
  const place = toFrame(stage, moving ?? at);
  function drop() {
    if (moving) onMove(key, moving);
    setMoving(null);
    down.current = null;
  }
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isChosen}
      className={styles.dot}
      style={{ translate: `${place.x}px ${place.y}px`, '--dot': color } as CSSProperties}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        down.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={(event) => {
        if (!down.current) return;
        const isFar = distance(down.current, { x: event.clientX, y: event.clientY }) > HALF_PX;
        if (isFar || moving) setMoving(inPicture(picture, placeOf(event)));
      }}
      onPointerUp={drop}
      onPointerCancel={() => {
        setMoving(null);
        down.current = null;
      }}
      onClick={() => onChoose(key)}
      onKeyDown={(event) => {
        const by = ARROWS[event.key];
        if (event.key === 'Delete') onDelete(key);
        if (!by) return;
        event.preventDefault();
        const step = event.shiftKey ? NUDGE_SHIFT : NUDGE;
        const from = moving ?? at;
        setMoving(inPicture(picture, { x: from.x + by.x * step, y: from.y + by.y * step }));
      }}
      onKeyUp={({ key: pressed }) => pressed in ARROWS && drop()}
      onBlur={drop}
    >
      {number ?? <IconPlus size={16} stroke={2.5} aria-hidden="true" />}
      {moving && (
        <span className={styles.place}>
          x {moving.x}, y {moving.y}
        </span>
      )}
    </button>
  );
}
