import type { Spot } from '@earth/calls';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a picture lies in its box: `cover` fills it and is cut, `contain` is whole. */
export interface Laid {
  readonly box: Size;
  readonly picture: Size;
  readonly fit: 'cover' | 'contain';
  /** One's own face is shown as in a mirror; where one points is said as the others see it. */
  readonly isMirrored: boolean;
}

/** The whole picture's place in the box, CSS px; what is cut off lies outside. Null: there is none yet. */
function placeOf({ box, picture, fit }: Laid) {
  if (picture.width === 0 || picture.height === 0) return null;
  const scales = [box.width / picture.width, box.height / picture.height];
  const scale = fit === 'cover' ? Math.max(...scales) : Math.min(...scales);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { left: (box.width - width) / 2, top: (box.height - height) / 2, width, height };
}

/** What of the picture lies at a place of the box, CSS px from its left and top. Null: nothing of it. */
export function spotAt(laid: Laid, x: number, y: number): Spot | null {
  const place = placeOf(laid);
  if (!place) return null;
  const across = (x - place.left) / place.width;
  const spot = { x: laid.isMirrored ? 1 - across : across, y: (y - place.top) / place.height };
  return spot.x < 0 || spot.x > 1 || spot.y < 0 || spot.y > 1 ? null : spot;
}

/** Where in the box a spot of the picture lies, CSS px from its left and top: outside it where the picture is cut. */
export function placeInBox(laid: Laid, { x, y }: Spot): { readonly x: number; readonly y: number } | null {
  const place = placeOf(laid);
  const across = laid.isMirrored ? 1 - x : x;
  return place && { x: place.left + across * place.width, y: place.top + y * place.height };
}
