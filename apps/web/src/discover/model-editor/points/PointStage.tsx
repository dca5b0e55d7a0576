import type { ModelView } from '@earth/contracts';
import { IconPlus } from '@tabler/icons-react';
import { type CSSProperties, memo, type ReactNode, useRef, useState } from 'react';
import { useZoom } from '../../../ui/pictures/use-zoom';
import { distance, type Point } from '../../../ui/pictures/zoom';
import { ARROWS, inPicture, isInside, scaleOf, type Stage, toFrame } from '../model/stage';
import { StageView } from '../StageParts';
import { useStage } from '../use-stage';
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
  /** Lies over the picture, below the dots. */
  readonly children: (stage: Stage) => ReactNode;
  /** Whether they are saved. */
  readonly state: ReactNode;
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

const noSwipe = () => undefined;

/** The picture of a view with its points: pinch, wheel and buttons zoom, a drag moves the picture or a point. */
export function PointStage({ view: { imageUrl, width, height }, dots, state, onTap, children, ...acts }: StageProps) {
  const zoom = useZoom(noSwipe);
  const picture = { width, height };
  const { stage, isMeasured, placeOf } = useStage(picture, zoom);
  const corner = toFrame(stage, { x: 0, y: 0 });
  const down = useRef<Point | null>(null);
  return (
    <StageView
      {...zoom.handlers}
      imageUrl={imageUrl}
      stage={stage}
      zoom={zoom}
      state={state}
      onDoubleClick={undefined}
      role="presentation"
      onPointerDownCapture={({ clientX, clientY }) => {
        down.current = { x: clientX, y: clientY };
      }}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('button')) return;
        const isTap = down.current && distance(down.current, { x: event.clientX, y: event.clientY }) < TAP_PX;
        const at = placeOf(event);
        if (isTap && isInside(picture, at)) onTap(inPicture(picture, at));
      }}
    >
      {isMeasured && children(stage)}
      {isMeasured && (
        <div className={styles.layer} style={{ translate: `${corner.x}px ${corner.y}px` }}>
          <Dots dots={dots} scale={scaleOf(stage)} width={width} height={height} {...acts} />
        </div>
      )}
    </StageView>
  );
}

interface DotsProps extends Pick<StageProps, 'dots' | 'onChoose' | 'onMove' | 'onDelete'> {
  /** Screen px for a pixel of the picture. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

/** Drawn anew when they change or the zoom does, and not while the picture is moved: a view has up to 200. */
const Dots = memo(({ dots, ...rest }: DotsProps) => dots.map((dot) => <DotButton key={dot.key} dot={dot} {...rest} />));

interface DotProps extends Omit<DotsProps, 'dots'> {
  readonly dot: Dot;
}

/** A point: a drag moves it, a click opens it, arrow keys nudge it. */
function DotButton({ dot, scale, width, height, onChoose, onMove, onDelete }: DotProps) {
  const { key, number, label, at, color, isChosen } = dot;
  const picture = { width, height };
  /** Where it is while it is being moved. */
  const [moving, setMoving] = useState<Point | null>(null);
  const down = useRef<Point | null>(null);
  const place = moving ?? at;
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
      style={{ translate: `${place.x * scale}px ${place.y * scale}px`, '--dot': color } as CSSProperties}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        down.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={(event) => {
        if (!down.current) return;
        const by = { x: event.clientX - down.current.x, y: event.clientY - down.current.y };
        const isFar = Math.hypot(by.x, by.y) > HALF_PX;
        if (isFar || moving) setMoving(inPicture(picture, { x: at.x + by.x / scale, y: at.y + by.y / scale }));
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
