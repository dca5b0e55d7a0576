/** Which part of a picture one sees: pure functions over the room that there is, in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture, and the room that there is for it. */
export interface Frame {
  readonly room: Size;
  readonly picture: Size;
}

/** How much larger than «whole», and how far the picture's middle is from that of the room. */
export interface Zoom {
  readonly factor: number;
  readonly x: number;
  readonly y: number;
}

/** Where the picture stands in the room: CSS pixels, and how many of them a pixel of the picture has. */
export interface Place extends Size {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

export const WHOLE: Zoom = { factor: 1, x: 0, y: 0 };
export const FACTOR_MAX = 16;
/** Of a button or a key. */
export const STEP = 1.5;

export function placeOf({ room, picture }: Frame, { factor, x, y }: Zoom): Place {
  const scale = Math.min(room.width / picture.width, room.height / picture.height) * factor;
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { left: (room.width - width) / 2 + x, top: (room.height - height) / 2 + y, width, height, scale };
}

/** No further than its edge comes to the room's, or stays within it. */
function kept(frame: Frame, zoom: Zoom): Zoom {
  const { width, height } = placeOf(frame, zoom);
  const { room } = frame;
  const [farX, farY] = [Math.max(0, (width - room.width) / 2), Math.max(0, (height - room.height) / 2)];
  return {
    factor: zoom.factor,
    x: Math.min(farX, Math.max(-farX, zoom.x)),
    y: Math.min(farY, Math.max(-farY, zoom.y)),
  };
}

/** @param at the point of the room, from its upper left corner, that stays where it is */
export function zoomBy(frame: Frame, zoom: Zoom, by: number, at: readonly [number, number]): Zoom {
  const factor = Math.min(FACTOR_MAX, Math.max(1, zoom.factor * by));
  const { room } = frame;
  const real = factor / zoom.factor;
  const [fromX, fromY] = [at[0] - room.width / 2, at[1] - room.height / 2];
  return kept(frame, {
    factor,
    x: fromX - (fromX - zoom.x) * real,
    y: fromY - (fromY - zoom.y) * real,
  });
}

export const moveBy = (frame: Frame, zoom: Zoom, x: number, y: number): Zoom =>
  kept(frame, { ...zoom, x: zoom.x + x, y: zoom.y + y });
