/** Which part of a picture is visible: pure functions over the frame around it, in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The sizes of a picture and of the frame around it. */
export interface Frame {
  readonly room: Size;
  readonly picture: Size;
}

/** The scale relative to «whole», and the distance of the picture's middle from the frame's middle. */
export interface Zoom {
  readonly factor: number;
  readonly x: number;
  readonly y: number;
}

/** The picture's place in the frame in CSS pixels, and the number of CSS pixels per pixel of the picture. */
export interface Place extends Size {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

export const WHOLE: Zoom = { factor: 1, x: 0, y: 0 };
export const FACTOR_MAX = 16;
/** The zoom step of a button or a shortcut. */
export const STEP = 1.5;

export function placeOf({ room, picture }: Frame, { factor, x, y }: Zoom): Place {
  const scale = Math.min(room.width / picture.width, room.height / picture.height) * factor;
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { left: (room.width - width) / 2 + x, top: (room.height - height) / 2 + y, width, height, scale };
}

/** Limits panning so that the picture's edge does not come inside the frame, or stays inside if the picture is smaller. */
function clamped(frame: Frame, zoom: Zoom): Zoom {
  const { width, height } = placeOf(frame, zoom);
  const { room } = frame;
  const [farX, farY] = [Math.max(0, (width - room.width) / 2), Math.max(0, (height - room.height) / 2)];
  return {
    factor: zoom.factor,
    x: Math.min(farX, Math.max(-farX, zoom.x)),
    y: Math.min(farY, Math.max(-farY, zoom.y)),
  };
}

/** @param at the fixed point of the frame, from its upper left corner */
export function zoomBy(frame: Frame, zoom: Zoom, by: number, at: readonly [number, number]): Zoom {
  const factor = Math.min(FACTOR_MAX, Math.max(1, zoom.factor * by));
  const { room } = frame;
  const real = factor / zoom.factor;
  const [fromX, fromY] = [at[0] - room.width / 2, at[1] - room.height / 2];
  return clamped(frame, {
    factor,
    x: fromX - (fromX - zoom.x) * real,
    y: fromY - (fromY - zoom.y) * real,
  });
}

export const moveBy = (frame: Frame, zoom: Zoom, x: number, y: number): Zoom =>
  clamped(frame, { ...zoom, x: zoom.x + x, y: zoom.y + y });
