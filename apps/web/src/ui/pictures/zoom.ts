/** The view of a picture: its scale, and its offset from the centre in px. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
export const SCALE_MAX = 6;

const between = (value: number, most: number) => Math.min(Math.max(value, -most), most);

/** Pans, but never so far that the picture's edge leaves the frame's edge. */
export function moved({ scale, x, y }: View, by: Point, frame: Size): View {
  const free = (length: number) => ((scale - 1) * length) / 2;
  return { scale, x: between(x + by.x, free(frame.width)), y: between(y + by.y, free(frame.height)) };
}

const CENTRE: Point = { x: 0, y: 0 };

/** Zooms around a place, which stays where it is; the scale is never below 1. @param at from the centre of the frame */
export function zoomed({ scale, x, y }: View, factor: number, frame: Size, at: Point = CENTRE): View {
  const next = Math.min(Math.max(scale * factor, 1), SCALE_MAX);
  const ratio = next / scale;
  return moved({ scale: next, x: at.x + (x - at.x) * ratio, y: at.y + (y - at.y) * ratio }, CENTRE, frame);
}

export const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

const SWIPE_PX = 48;

/** The result of a swipe over the whole picture: 1 the next picture, -1 the previous one, 0 none. */
export function swiped({ x, y }: Point): -1 | 0 | 1 {
  if (Math.abs(x) < SWIPE_PX || Math.abs(x) < Math.abs(y)) return 0;
  return x < 0 ? 1 : -1;
}
