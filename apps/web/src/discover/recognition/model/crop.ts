/** Which part of the camera's picture lies inside of the square mask. */

interface Size {
  readonly width: number;
  readonly height: number;
}
export type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/**
 * @param picture its size in pixels
 * @param view where it is shown: it covers this box, and what is too much of it is cut off at both sides
 * @param mask a square, on the same page
 * @returns in pixels of the picture, and inside of it
 */
export function squareIn(picture: Size, view: Box, mask: Box): Square {
  const scale = Math.max(view.width / picture.width, view.height / picture.height);
  const toPicture = (at: number, from: number, shown: number, whole: number) =>
    (at - from - (shown - whole * scale) / 2) / scale;
  const side = Math.min(mask.width / scale, picture.width, picture.height);
  const inside = (at: number, whole: number) => Math.min(Math.max(0, at), whole - side);
  return {
    x: inside(toPicture(mask.left, view.left, view.width, picture.width), picture.width),
    y: inside(toPicture(mask.top, view.top, view.height, picture.height), picture.height),
    side,
  };
}
