/**
 * Draws a stroke: a dark edge, a white keyline and the author's colour, so that it is visible on any background. All lengths
 * are in pixels of the picture.
 */
import type { ColoredStroke, PenPoint } from './drawing-view';
import { smoothWay, tracePiece } from './pressed-line';

/** The part of a canvas context that a stroke uses. */
export type Canvas2d = Pick<
  CanvasRenderingContext2D,
  | 'arc'
  | 'beginPath'
  | 'closePath'
  | 'ellipse'
  | 'fill'
  | 'fillStyle'
  | 'fillText'
  | 'font'
  | 'lineCap'
  | 'lineJoin'
  | 'lineTo'
  | 'lineWidth'
  | 'moveTo'
  | 'quadraticCurveTo'
  | 'rect'
  | 'stroke'
  | 'strokeStyle'
  | 'strokeText'
  | 'textAlign'
  | 'textBaseline'
>;

const EDGE = 'rgba(6, 12, 10, 0.7)';
const KEYLINE = '#ffffff';
const INK = '#131a17';
/** Of 255: on less light a dark letter cannot be read. */
const DARK = 80;

/** As shares of the picture's longer side. */
const WIDTH_SHARE = 0.007;
const HEAD_WIDTHS = 4;
const MARKER_WIDTHS = 3.4;
const TEXT_WIDTHS = 5;
export const LINE_HEIGHT = 1.25;
const FONT = "'Inter Variable', system-ui, sans-serif";

/** A colour that is readable on another, `#rrggbb`: dark, or white on a dark one. */
function inkOn(color: string): string {
  const [red = 255, green = 255, blue = 255] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < DARK ? KEYLINE : INK;
}

/** The line width on a picture of this size. */
export const widthOn = (width: number, height: number): number =>
  Math.min(500, Math.max(1, Math.max(width, height) * WIDTH_SHARE));

/** The radius of a marker of this line width. */
export const markerRadius = (lineWidth: number): number => lineWidth * MARKER_WIDTHS;

export const textSize = (lineWidth: number): number => lineWidth * TEXT_WIDTHS;
/** The CSS font of a text at a size in pixels. */
export const textFont = (size: number) => `600 ${size}px ${FONT}`;

/** A smooth path: a curve from the middle of one segment to the middle of the next, with the points as control points. */
function tracePen(canvas: Canvas2d, points: readonly PenPoint[]) {
  const [first, second] = points;
  if (!first) return;
  canvas.moveTo(first[0], first[1]);
  if (!second) return canvas.lineTo(first[0] + 0.01, first[1]);
  for (let index = 1; index < points.length - 1; index += 1) {
    const [point, next] = [points[index], points[index + 1]];
    if (point && next) canvas.quadraticCurveTo(point[0], point[1], (point[0] + next[0]) / 2, (point[1] + next[1]) / 2);
  }
  const last = points.at(-1);
  if (last) canvas.lineTo(last[0], last[1]);
}

function traceArrow(canvas: Canvas2d, [x1, y1]: PenPoint, [x2, y2]: PenPoint, width: number) {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const head = Math.min(width * HEAD_WIDTHS, Math.hypot(x2 - x1, y2 - y1));
  canvas.moveTo(x1, y1);
  canvas.lineTo(x2, y2);
  canvas.moveTo(x2 - head * Math.cos(angle - 0.5), y2 - head * Math.sin(angle - 0.5));
  canvas.lineTo(x2, y2);
  canvas.lineTo(x2 - head * Math.cos(angle + 0.5), y2 - head * Math.sin(angle + 0.5));
}

function trace(canvas: Canvas2d, { tool, points, width }: ColoredStroke) {
  const [first, last = first] = points;
  canvas.beginPath();
  if (!first || !last) return;
  const [x1, y1] = first;
  const [x2, y2] = last;
  if (tool === 'arrow') return traceArrow(canvas, first, last, width);
  if (tool === 'rectangle')
    return canvas.rect(Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1));
  if (tool === 'ellipse')
    return canvas.ellipse(
      (x1 + x2) / 2,
      (y1 + y2) / 2,
      Math.abs(x2 - x1) / 2,
      Math.abs(y2 - y1) / 2,
      0,
      0,
      2 * Math.PI,
    );
  tracePen(canvas, points);
}

/** The layers from the bottom up; how much wider each is than the line, as a share of its width. */
const layersOf = (color: string) =>
  [
    [1.1, EDGE],
    [0.7, KEYLINE],
    [0, color],
  ] as const;

function drawLine(canvas: Canvas2d, stroke: ColoredStroke) {
  const { width, color } = stroke;
  canvas.lineCap = 'round';
  canvas.lineJoin = 'round';
  trace(canvas, stroke);
  for (const [more, style] of layersOf(color)) {
    canvas.lineWidth = width * (1 + more);
    canvas.strokeStyle = style;
    canvas.stroke();
  }
}

/** A line of a pen with pressure is filled, because its width varies. */
function drawPressed(canvas: Canvas2d, { points, width, color }: ColoredStroke) {
  const way = smoothWay(points, width);
  for (const [more, style] of layersOf(color)) {
    canvas.beginPath();
    for (const [index, to] of way.entries()) tracePiece(canvas, way[index - 1] ?? to, to, width * more);
    canvas.fillStyle = style;
    canvas.fill();
  }
}

function drawMarker(canvas: Canvas2d, { points: [at], width, color, number }: ColoredStroke) {
  if (!at) return;
  const radius = markerRadius(width);
  for (const [size, style] of [
    [radius, EDGE],
    [radius - width * 0.25, KEYLINE],
    [radius - width * 0.7, color],
  ] as const) {
    canvas.beginPath();
    canvas.arc(at[0], at[1], size, 0, 2 * Math.PI);
    canvas.fillStyle = style;
    canvas.fill();
  }
  canvas.font = `600 ${radius * (number > 99 ? 0.8 : 1.1)}px ${FONT}`;
  canvas.textAlign = 'center';
  canvas.textBaseline = 'middle';
  canvas.fillStyle = inkOn(color);
  canvas.fillText(String(number), at[0], at[1] + radius * 0.06);
}

function drawText(canvas: Canvas2d, { points: [at], width, color, text }: ColoredStroke) {
  if (!at) return;
  const size = textSize(width);
  canvas.font = textFont(size);
  canvas.textAlign = 'left';
  canvas.textBaseline = 'top';
  canvas.lineJoin = 'round';
  canvas.lineWidth = width * 1.2;
  canvas.strokeStyle = inkOn(color);
  canvas.fillStyle = color;
  for (const [index, line] of text.split('\n').entries()) {
    const y = at[1] + index * size * LINE_HEIGHT;
    canvas.strokeText(line, at[0], y);
    canvas.fillText(line, at[0], y);
  }
}

export function drawStroke(canvas: Canvas2d, stroke: ColoredStroke): void {
  if (stroke.tool === 'marker') drawMarker(canvas, stroke);
  else if (stroke.tool === 'text') drawText(canvas, stroke);
  else if (stroke.points.some(([, , pressure]) => pressure !== undefined)) drawPressed(canvas, stroke);
  else drawLine(canvas, stroke);
}
