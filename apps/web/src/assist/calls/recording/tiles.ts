/** Where the pictures of a recording are. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Size = Pick<Box, 'width' | 'height'>;

export interface Layout {
  /** Null: nothing is shown large. */
  readonly large: Box | null;
  /** One for each person. */
  readonly tiles: readonly Box[];
}

/** The share of the width that the people have beside a large picture. */
const BESIDE = 0.2;

/** A grid for the people, as square as it can be; beside a large picture they are in a column. */
export function layoutOf({ width, height }: Size, people: number, hasLarge: boolean): Layout {
  if (hasLarge) {
    const side = Math.round(width * BESIDE);
    const step = Math.min(Math.round(side * 0.75), Math.floor(height / Math.max(people, 1)));
    const tiles = Array.from({ length: people }, (_, index) => ({
      x: width - side,
      y: index * step,
      width: side,
      height: step,
    }));
    return { large: { x: 0, y: 0, width: width - side, height }, tiles };
  }
  const columns = Math.ceil(Math.sqrt(people));
  const rows = Math.ceil(people / columns);
  const tile = { width: width / columns, height: height / rows };
  const tiles = Array.from({ length: people }, (_, index) => ({
    x: (index % columns) * tile.width,
    y: Math.floor(index / columns) * tile.height,
    ...tile,
  }));
  return { large: null, tiles };
}

/** The largest place in a box with the shape of a picture, in its middle. */
export function contained(picture: Size, box: Box): Box {
  const scale = Math.min(box.width / picture.width, box.height / picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}
