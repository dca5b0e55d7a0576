import type { Spot } from '@earth/calls';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a picture fits its box: `cover` fills it and is cropped, `contain` is whole. */
export interface Laid {
  readonly box: Size;
  readonly picture: Size;
  readonly fit: 'cover' | 'contain';
  /** The user's own face is mirrored; positions are sent as the others see them. */
  readonly isMirrored: boolean;
}

/** The place of the whole picture in the box, CSS px; cropped parts lie outside. Null: there is no picture yet. */
function placeOf({ box, picture, fit }: Laid) {
  if (picture.width === 0 || picture.height === 0) return null;
  const scales = [box.width / picture.width, box.height / picture.height];
  const scale = fit === 'cover' ? Math.max(...scales) : Math.min(...scales);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { left: (box.width - width) / 2, top: (box.height - height) / 2, width, height };
}

/** Converts a position in the box, CSS px from its left and top, to the picture. Null: outside the picture. */
export function spotAt(laid: Laid, x: number, y: number): Spot | null {
  const place = placeOf(laid);
  if (!place) return null;
  const across = (x - place.left) / place.width;
  const spot = { x: laid.isMirrored ? 1 - across : across, y: (y - place.top) / place.height };
  return spot.x < 0 || spot.x > 1 || spot.y < 0 || spot.y > 1 ? null : spot;
}

/** Converts a position in the picture to the box, CSS px from its left and top. Cropped positions lie outside the box. */
export function placeInBox(laid: Laid, { x, y }: Spot): { readonly x: number; readonly y: number } | null {
  const place = placeOf(laid);
  const across = laid.isMirrored ? 1 - x : x;
  return place && { x: place.left + across * place.width, y: place.top + y * place.height };
}
