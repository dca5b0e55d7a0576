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

/** In front of the camera, in the middle of the box and upright: where content floats whose marker is out of sight. */
export function dockedPose({ camera, cover }: View, box: Size, content: Size): Pose {
  const room = 0.8;
  const visible = { width: (room * box.width) / cover.scale, height: (room * box.height) / cover.scale };
  const depth = camera.focal * Math.max(content.width / visible.width, content.height / visible.height);
  return { rotation: [0, 0, 0, 1], translation: [0, 0, depth] };
}

/** The room around a marker that its content needs, in marker widths. The heights of items are not known: they count as squares. */
export function contentSize(items: readonly Pick<SceneItem, 'position' | 'width'>[], marker: Size): Size {
  const reach = (axis: 0 | 1) =>
    items.map(({ position, width }) => 2 * Math.abs(position[axis]) + (axis === 0 ? width : 0.75 * width));
  return {
    width: Math.max(0.3, ...reach(0)),
    height: Math.max(0.3 * (marker.height / marker.width), ...reach(1)),
  };
}
