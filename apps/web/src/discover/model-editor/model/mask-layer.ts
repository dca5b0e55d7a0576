/** Painting the mask of a view on canvases. What is painted is opaque: recognition ignores it. */
import type { Point, Size } from '../../../ui/pictures/zoom';
import { type MaskStep, seenOf, type Stroke } from './mask-log';

/** In the stored mask, and over the picture, where it is shown half transparent: a colour that few pictures have. */
const INK = '#d6006c';
const INK_PIXEL = [0xd6, 0x00, 0x6c, 0xff] as const;
/** The longest side of the canvas over the picture. Only what is saved has the size of the picture. */
const SHOWN_SIDE = 2048;
/** A mask is opaque from here on. */
const OPAQUE = 128;

type Canvas2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** The size of the canvas over a picture, and its pixels for one of the picture. */
export function shownSize({ width, height }: Size): Size & { readonly scale: number } {
  const scale = Math.min(1, SHOWN_SIDE / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale), scale };
}

/** @param from the first of the stroke's points that is not painted yet */
function paintStroke(context: Canvas2D, { erases, width, points }: Stroke, scale: number, from = 0): void {
  const [first, ...others] = points.slice(Math.max(0, from - 1));
  if (!first) return;
  const at = ({ x, y }: Point): [number, number] => [x * scale, y * scale];
  context.globalCompositeOperation = erases ? 'destination-out' : 'source-over';
  context.lineWidth = width * scale;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = INK;
  context.beginPath();
  context.moveTo(...at(first));
  // A line to where it is: a dot.
  if (others.length === 0) context.lineTo(...at(first));
  for (const point of others) context.lineTo(...at(point));
  context.stroke();
  context.globalCompositeOperation = 'source-over';
}

export interface Painted {
  /** What is stored; null: nothing. */
  readonly stored: CanvasImageSource | null;
  readonly steps: readonly MaskStep[];
  readonly begun: Stroke | null;
}

/** Paints all of it anew. */
function paintAll(context: Canvas2D, { stored, steps, begun }: Painted, scale: number): void {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  const { hasStored, strokes } = seenOf(steps);
  if (stored && hasStored) context.drawImage(stored, 0, 0, width, height);
  for (const stroke of begun ? [...strokes, begun] : strokes) paintStroke(context, stroke, scale);
}

/** Paints what has come since the last time. */
export function paintChange(context: Canvas2D, now: Painted, last: Painted | null, scale: number): void {
  const isSame = last !== null && last.stored === now.stored;
  const isGrown = isSame && last.steps === now.steps && now.begun && last.begun?.points[0] === now.begun.points[0];
  const isEnded = isSame && now.begun === null && last.begun !== null && now.steps.at(-1) === last.begun;
  if (isGrown) paintStroke(context, now.begun, scale, last.begun?.points.length);
  else if (!isEnded) paintAll(context, now, scale);
}

function canvasOf({ width, height }: Size) {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No 2D canvas context');
  return context;
}

/** Of ITU-R BT.601. */
const luminance = (red: number, green: number, blue: number) => 0.299 * red + 0.587 * green + 0.114 * blue;

/**
 * In the ink of this editor. A mask without transparency, as other programs make them, is one of dark and light: what is dark in it is
 * painted out.
 */
export function inkOf({ data }: Pick<ImageData, 'data'>): Uint8ClampedArray<ArrayBuffer> {
  let isOpaque = true;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) < OPAQUE) isOpaque = false;
  const painted = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    const isPainted = isOpaque ? luminance(red, green, blue) < OPAQUE : alpha >= OPAQUE;
    if (isPainted) painted.set(INK_PIXEL, at);
  }
  return painted;
}

/** A stored mask as this editor shows it. @throws if it is no picture */
export async function readLayer(base64: string, picture: Size): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const { width, height } = shownSize(picture);
  const context = canvasOf({ width, height });
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  context.putImageData(new ImageData(inkOf(context.getImageData(0, 0, width, height)), width, height), 0, 0);
  return context.canvas.transferToImageBitmap();
}

/** The mask in the size of the picture; null: nothing is painted. */
export async function toPng(painted: Painted, picture: Size): Promise<Blob | null> {
  const { width, height } = picture;
  const context = canvasOf(picture);
  paintAll(context, painted, 1);
  const { data } = context.getImageData(0, 0, width, height);
  let isEmpty = true;
  for (let at = 3; at < data.length && isEmpty; at += 4) isEmpty = (data[at] ?? 0) < OPAQUE;
  return isEmpty ? null : await context.canvas.convertToBlob({ type: 'image/png' });
}

/** Which of the places (in shares of the picture) are painted: in as many cells as recognition has. */
export function paintedIn(canvas: CanvasImageSource, cells: number): (x: number, y: number) => boolean {
  const context = canvasOf({ width: cells, height: cells });
  context.drawImage(canvas, 0, 0, cells, cells);
  const { data } = context.getImageData(0, 0, cells, cells);
  const cell = (share: number) => Math.min(cells - 1, Math.floor(share * cells));
  return (x, y) => (data[4 * (cell(y) * cells + cell(x)) + 3] ?? 0) >= OPAQUE;
}
