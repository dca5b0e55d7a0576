/** Where a thing that stands on a marker is on the screen. */
import type { Camera, Pose, Size } from '@earth/vision';
import type { SceneItem } from '@earth/contracts';
import { type Matrix, matrixOf, multiply, rotation, scaling, translation } from './matrix';

/** The place of the whole frame in its box, in CSS px, when it fills the box and is cropped (`object-fit: cover`). */
export interface Cover extends Size {
  readonly left: number;
  readonly top: number;
  /** CSS px per pixel of the frame. */
  readonly scale: number;
}

export function coverOf(frame: Size, box: Size): Cover {
  const scale = Math.max(box.width / frame.width, box.height / frame.height);
  const [width, height] = [frame.width * scale, frame.height * scale];
  return { width, height, scale, left: (box.width - width) / 2, top: (box.height - height) / 2 };
}

/** CSS px of an element that is as wide as its item. */
export const ITEM_PX = 400;

/** From an item to its marker: y up, its width is 1. */
export const itemMatrix = ({ position, rotation: angles, width }: Pick<SceneItem, 'position' | 'rotation' | 'width'>) =>
  multiply(translation(...position), multiply(rotation(angles), scaling(width, width, width)));

/**
 * From the camera to the box. The last row is the depth, by which CSS divides. The third one must be independent of it: a browser shows
 * nothing that has no inverse.
 */
function projection({ focal, centre }: Camera, { left, top, scale }: Cover): Matrix {
  // The centre of the first pixel is half a pixel from the edge.
  const [x, y] = [left + scale * (centre[0] + 0.5), top + scale * (centre[1] + 0.5)];
  return [scale * focal, 0, 0, 0, 0, -scale * focal, 0, 0, -x, -y, 1, -1, 0, 0, 1, 0];
}

interface View {
  readonly camera: Camera;
  readonly cover: Cover;
}

/**
 * The `matrix3d` of an element whose centre is the origin of `item`, and whose transform origin is its centre at the box's upper left corner.
 * @param item from the element's unit (`ITEM_PX` wide) to the marker
 */
export function cssMatrix(pose: Pose, item: Matrix, { camera, cover }: View): string {
  const model = multiply(matrixOf(pose), multiply(item, scaling(1 / ITEM_PX, -1 / ITEM_PX, 1 / ITEM_PX)));
  const [, , , , , , , , , , , , , , z = -1] = model;
  const screen = multiply(projection(camera, cover), model);
  // Divided by the depth of the origin, so that the numbers stay near 1.
  return `matrix3d(${screen.map((value) => (value / -z).toFixed(9)).join(',')})`;
}

/** The room that content takes on its marker, in marker widths: its middle, with y up, and its size. */
export interface Room extends Size {
  readonly x: number;
  readonly y: number;
  /** How far it reaches toward the viewer. */
  readonly near: number;
}

/** In front of the camera, the content in the middle of the box and upright: where it floats when its marker is out of sight. */
export function dockedPose({ camera, cover }: View, box: Size, { x, y, near, width, height }: Room): Pose {
  const share = 0.8;
  const visible = { width: (share * box.width) / cover.scale, height: (share * box.height) / cover.scale };
  const depth = camera.focal * Math.max(width / visible.width, height / visible.height);
  return { rotation: [0, 0, 0, 1], translation: [-x, y, depth + near] };
}

/** Heights are not known before things are loaded: pictures are lower than wide, models may be tall. */
const HEIGHTS: Readonly<Record<SceneItem['kind'], number>> = {
  picture: 0.75,
  gallery: 0.75,
  video: 0.75,
  info: 0.4,
  model: 1.6,
};

type Standing = Pick<SceneItem, 'kind' | 'position' | 'width'>;

/** The room of what stands on a marker; of the marker itself if that is nothing. */
export function roomOf(items: readonly Standing[], marker: Size): Room {
  if (items.length === 0) return { x: 0, y: 0, near: 0, width: 1, height: marker.height / marker.width };
  const span = (axis: 0 | 1, half: (item: Standing) => number) => {
    const low = Math.min(...items.map((item) => item.position[axis] - half(item)));
    const high = Math.max(...items.map((item) => item.position[axis] + half(item)));
    return { middle: (low + high) / 2, size: high - low };
  };
  const across = span(0, ({ width }) => width / 2);
  const up = span(1, ({ kind, width }) => (HEIGHTS[kind] * width) / 2);
  const near = Math.max(0, ...items.map(({ kind, position, width }) => position[2] + (kind === 'model' ? width : 0)));
  return { x: across.middle, y: up.middle, near, width: across.size, height: up.size };
}
