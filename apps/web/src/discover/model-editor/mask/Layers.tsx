import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Details } from '../../vision';
import { type Painted, paintChange, paintedIn, shownSize } from '../model/mask-layer';
import { seenOf } from '../model/mask-log';
import type { Stage } from '../model/stage';
import { placedOnPicture } from '../StageParts';
import styles from './mask.module.css';
import type { Mask } from './use-mask';

interface PaintProps {
  readonly mask: Pick<Mask, 'stored' | 'log'>;
  readonly stage: Stage;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
}

/** What is painted, over the picture. Zooming and moving it costs nothing: only the canvas is moved. */
export function Paint({ mask: { stored, log }, stage, canvas }: PaintProps) {
  const { width, height, scale } = shownSize(stage.picture);
  const last = useRef<Painted | null>(null);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const { steps, begun } = log;
    const now = { stored, steps, begun };
    paintChange(context, now, last.current, scale);
    last.current = now;
  }, [canvas, stored, log, scale]);
  return <canvas ref={canvas} width={width} height={height} className={styles.paint} style={placedOnPicture(stage)} />;
}

/** In pixels of the canonical picture. */
const HEAT_RADIUS = 12;
const DOT = 2.5;
/** As many cells as recognition has (`MASK_SIDE` of the vision engine). */
const CELLS = 64;
const USED = { heat: 'rgb(255 196 0 / 0.08)', dot: '#ffc400' } as const;
const UNUSED = '#ffffff';
const EDGE = 'rgb(11 16 14 / 0.8)';

interface HeatProps {
  readonly details: Details;
  readonly mask: Mask;
  readonly stage: Stage;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** How many details the mask leaves. */
  readonly onCount: (used: number) => void;
}

function draw(
  context: CanvasRenderingContext2D,
  details: Details,
  isPainted: (x: number, y: number) => boolean,
): number {
  const { width, height, x, y } = details;
  context.clearRect(0, 0, width, height);
  const circle = (at: number, radius: number) => {
    context.beginPath();
    context.arc(x[at] ?? 0, y[at] ?? 0, radius, 0, 2 * Math.PI);
  };
  const all = Array.from(x, (_, at) => at);
  const isUsed = all.map((at) => !isPainted((x[at] ?? 0) / width, (y[at] ?? 0) / height));
  context.fillStyle = USED.heat;
  for (const at of all.filter((one) => isUsed[one])) {
    circle(at, HEAT_RADIUS);
    context.fill();
  }
  context.lineWidth = 1;
  for (const at of all) {
    circle(at, DOT);
    // Not by colour alone: what is not used is hollow.
    context.strokeStyle = isUsed[at] ? EDGE : UNUSED;
    context.fillStyle = USED.dot;
    if (isUsed[at]) context.fill();
    context.stroke();
  }
  return isUsed.filter(Boolean).length;
}

/** The details by which the camera recognizes the picture: warm where there are many, hollow where the mask takes them away. */
export function Heat({ details, mask: { log, stored }, stage, canvas, onCount }: HeatProps) {
  const own = useRef<HTMLCanvasElement>(null);
  const { steps } = log;
  useEffect(() => {
    const context = own.current?.getContext('2d');
    if (!context || !canvas.current) return;
    const { hasStored, strokes } = seenOf(steps);
    const isBare = strokes.length === 0 && !(hasStored && stored);
    onCount(draw(context, details, isBare ? () => false : paintedIn(canvas.current, CELLS)));
  }, [canvas, details, steps, stored, onCount]);
  return (
    <canvas
      ref={own}
      width={details.width}
      height={details.height}
      className={styles.heat}
      style={placedOnPicture(stage)}
    />
  );
}
