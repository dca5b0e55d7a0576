import type { ModelView } from '@earth/contracts';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { useZoom } from '../../../ui/pictures/use-zoom';
import type { Point } from '../../../ui/pictures/zoom';
import { begin, drop, end, extend } from '../model/mask-log';
import { ARROWS, inPicture, scaleOf, type Stage, toFrame } from '../model/stage';
import { StageView } from '../StageParts';
import { texts } from '../texts';
import { useStage } from '../use-stage';
import type { Brush } from './brush';
import styles from './mask.module.css';
import type { Mask } from './use-mask';

interface MaskStageProps {
  readonly view: ModelView;
  readonly mask: Mask;
  readonly brush: Brush;
  readonly state: ReactNode;
  /** What stands on the picture. */
  readonly children: (stage: Stage) => ReactNode;
}

const noSwipe = () => undefined;

/** Drawing with one pointer; two fingers zoom and move the picture, and drop the stroke that one of them had begun. */
function useDrawing({
  mask,
  brush,
  stage,
  placeOf,
}: {
  readonly mask: Mask;
  readonly brush: Brush;
  readonly stage: Stage;
  readonly placeOf: (event: { readonly clientX: number; readonly clientY: number }) => Point;
}) {
  const down = useRef(new Set<number>());
  const { change } = mask;
  const start = (at: Point) =>
    change((log) => begin(log, { erases: brush.tool === 'erase', width: brush.width / scaleOf(stage), points: [at] }));
  return {
    start,
    onPointerDown(event: PointerEvent) {
      down.current.add(event.pointerId);
      if (down.current.size > 1) change(drop);
      else if (brush.tool !== 'move' && event.button === 0) start(placeOf(event));
    },
    onPointerMove({ nativeEvent }: PointerEvent) {
      if (down.current.size !== 1 || mask.log.begun === null) return;
      // Several since the last frame: a fast stroke keeps its curve. They are none if the page dispatches the event itself.
      const events = nativeEvent.getCoalescedEvents();
      const places = (events.length > 0 ? events : [nativeEvent]).map(placeOf);
      change((log) => extend(log, places));
    },
    onPointerUp({ pointerId }: PointerEvent) {
      down.current.delete(pointerId);
      change(end);
    },
    onPointerCancel({ pointerId }: PointerEvent) {
      down.current.delete(pointerId);
      change(drop);
    },
  };
}

/** The brush by the keyboard: arrows move it, the space bar begins a stroke and ends it. */
function useKeyboardBrush(
  mask: Mask,
  {
    stage,
    brush,
    start,
  }: {
    readonly stage: Stage;
    readonly brush: Brush;
    readonly start: (at: Point) => void;
  },
) {
  const t = useTexts(texts);
  const { picture } = stage;
  const [at, setAt] = useState<Point | null>(null);
  const [said, say] = useState('');
  const place = at ?? { x: Math.round(picture.width / 2), y: Math.round(picture.height / 2) };
  const isDrawing = mask.log.begun !== null;
  function onKeyDown(event: KeyboardEvent) {
    const by = ARROWS[event.key];
    if (by) {
      event.preventDefault();
      const step = event.shiftKey ? 1 : Math.max(1, brush.width / 2 / scaleOf(stage));
      const next = inPicture(picture, { x: place.x + by.x * step, y: place.y + by.y * step });
      setAt(next);
      mask.change((log) => extend(log, [next]));
      say(t(isDrawing ? 'drawingAt' : 'brushAt', { x: next.x, y: next.y }));
    } else if (event.key === ' ' && !event.repeat && brush.tool !== 'move') {
      event.preventDefault();
      setAt(place);
      if (isDrawing) mask.change(end);
      else start(place);
      say(t(isDrawing ? 'strokeEnded' : 'strokeBegun'));
    } else if (event.key === 'Escape' && isDrawing) {
      mask.change(drop);
      say(t('strokeDropped'));
    }
  }
  return { at, said, onKeyDown, forget: () => setAt(null) };
}

/** The picture of a view, to be painted over. */
export function MaskStage({ view: { imageUrl, width, height }, mask, brush, state, children }: MaskStageProps) {
  const t = useTexts(texts);
  const helpId = useId();
  const zoom = useZoom(noSwipe, () => brush.tool === 'move');
  const { ref, ...zooming } = zoom.handlers;
  const { stage, isMeasured, placeOf } = useStage({ width, height }, zoom);
  const drawing = useDrawing({ mask, brush, stage, placeOf });
  const keys = useKeyboardBrush(mask, { stage, brush, start: drawing.start });
  /** Where the mouse or the pen is, in the frame. */
  const [over, setOver] = useState<Point | null>(null);
  const shown = over ?? (keys.at && toFrame(stage, keys.at));
  function follow(event: PointerEvent) {
    const place = toFrame(stage, placeOf(event));
    setOver(event.pointerType === 'touch' ? null : place);
  }
  return (
    <StageView
      ref={ref}
      imageUrl={imageUrl}
      stage={stage}
      zoom={zoom}
      state={state}
      role="application"
      tabIndex={0}
      aria-label={t('maskArea')}
      aria-describedby={helpId}
      data-tool={brush.tool}
      onPointerDown={(event) => {
        zooming.onPointerDown(event);
        drawing.onPointerDown(event);
      }}
      onPointerMove={(event) => {
        follow(event);
        zooming.onPointerMove(event);
        drawing.onPointerMove(event);
      }}
      onPointerUp={(event) => {
        zooming.onPointerUp(event);
        drawing.onPointerUp(event);
      }}
      onPointerCancel={(event) => {
        zooming.onPointerCancel(event);
        drawing.onPointerCancel(event);
      }}
      onPointerEnter={keys.forget}
      onPointerLeave={() => setOver(null)}
      onKeyDown={keys.onKeyDown}
      // A stroke that the keys began: what is done elsewhere then finds it ended.
      onBlur={() => mask.change(end)}
    >
      {isMeasured && children(stage)}
      {shown && brush.tool !== 'move' && (
        <span
          className={styles.brush}
          style={{ width: brush.width, height: brush.width, translate: `${shown.x}px ${shown.y}px` }}
        />
      )}
      <span id={helpId} className="visually-hidden">
        {t('maskKeys')}
      </span>
      <span role="status" className="visually-hidden">
        {keys.said}
      </span>
    </StageView>
  );
}
