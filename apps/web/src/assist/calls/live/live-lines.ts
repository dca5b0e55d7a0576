/** Paints the lines on a live picture, once a frame, until they have faded. */
import { drawStroke, widthOn } from '@earth/annotations';
import { LIVE_LINE_MS, type LiveLine } from '@earth/calls';
import { type Laid, placeInBox } from './picture-place';

/** A line fades in the last part of its time. */
const FADING_MS = 1_000;

const NO_MARK = { key: '', tool: 'pen', text: '', number: 0, isOpen: true } as const;

/** How much of a line is seen, from 0 to 1. */
export const opacityOf = ({ at }: Pick<LiveLine, 'at'>, now: number): number =>
  Math.min(1, Math.max(0, (at + LIVE_LINE_MS - now) / FADING_MS));

/** An empty canvas with as many pixels as the screen has in its place, to be drawn on in CSS px. */
function emptied(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const { clientWidth, clientHeight } = canvas;
  const size = {
    width: Math.round(clientWidth * devicePixelRatio),
    height: Math.round(clientHeight * devicePixelRatio),
  };
  if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
  const context = canvas.getContext('2d');
  context?.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context?.clearRect(0, 0, clientWidth, clientHeight);
  return context;
}

/** @returns whether a line is still seen, so that the next frame differs */
export function paintLines(
  canvas: HTMLCanvasElement,
  laid: Laid,
  lines: readonly LiveLine[],
  colorOf: (contactId: string) => string,
): boolean {
  const now = Date.now();
  const seen = lines.filter((line) => opacityOf(line, now) > 0);
  if (seen.length === 0) {
    // Gives the memory back.
    if (canvas.width > 0) canvas.width = 0;
    return false;
  }
  const context = emptied(canvas);
  if (!context) return false;
  const width = widthOn(laid.box.width, laid.box.height);
  for (const line of seen) {
    const points = line.way.flatMap((spot) => {
      const place = placeInBox(laid, spot);
      return place ? [[place.x, place.y] as const] : [];
    });
    context.globalAlpha = opacityOf(line, now);
    drawStroke(context, { ...NO_MARK, points, width, color: colorOf(line.by) });
  }
  return true;
}
