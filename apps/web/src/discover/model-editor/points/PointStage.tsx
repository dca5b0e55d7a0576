import type { ModelView } from '@earth/contracts';
import { IconPlus } from '@tabler/icons-react';
import { type CSSProperties, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useZoom } from '../../../ui/pictures/use-zoom';
import { distance, type Point } from '../../../ui/pictures/zoom';
import { ARROWS, inPicture, isInside, type Stage, toFrame } from '../model/stage';
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
export function PointStage({ view: { imageUrl, width, height }, dots, state, onTap, ...acts }: StageProps) {
  const zoom = useZoom(noSwipe);
  const picture = { width, height };
  const { stage, isMeasured, placeOf } = useStage(picture, zoom);
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
      {isMeasured && dots.map((dot) => <DotButton key={dot.key} dot={dot} stage={stage} placeOf={placeOf} {...acts} />)}
    </StageView>
  );
}

interface DotProps extends Pick<StageProps, 'onChoose' | 'onMove' | 'onDelete'> {
  readonly dot: Dot;
  readonly stage: Stage;
  readonly placeOf: (event: PointerEvent) => Point;
}

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
