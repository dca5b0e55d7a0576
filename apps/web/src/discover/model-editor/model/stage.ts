/** Geometry of a picture that is fitted into a frame, zoomed and moved. Places in the picture are in its pixels. */
import type { Point, Size, View } from '../../../ui/pictures/zoom';

export interface Stage {
  readonly frame: Size;
  readonly picture: Size;
  readonly view: View;
}

/** Screen px for a pixel of the picture. */
export const scaleOf = ({ frame, picture, view }: Stage): number =>
  Math.min(frame.width / picture.width, frame.height / picture.height) * view.scale;

/** Where a place of the picture is in the frame. */
export function toFrame(stage: Stage, { x, y }: Point): Point {
  const { frame, picture, view } = stage;
  const scale = scaleOf(stage);
  return {
    x: frame.width / 2 + view.x + (x - picture.width / 2) * scale,
    y: frame.height / 2 + view.y + (y - picture.height / 2) * scale,
  };
}

/** The place of the picture that is shown there, also if it is beside the picture. */
export function toPicture(stage: Stage, { x, y }: Point): Point {
  const { frame, picture, view } = stage;
  const scale = scaleOf(stage);
  return {
    x: (x - frame.width / 2 - view.x) / scale + picture.width / 2,
    y: (y - frame.height / 2 - view.y) / scale + picture.height / 2,
  };
}

export const isInside = ({ width, height }: Size, { x, y }: Point): boolean =>
  x >= 0 && y >= 0 && x <= width && y <= height;

/** The nearest whole pixel inside of the picture. */
export const inPicture = ({ width, height }: Size, { x, y }: Point): Point => ({
  x: Math.round(Math.min(Math.max(x, 0), width)),
  y: Math.round(Math.min(Math.max(y, 0), height)),
});

/** The directions of the arrow keys. */
export const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
