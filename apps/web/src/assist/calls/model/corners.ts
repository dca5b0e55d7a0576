/** The corners of the screen, where the small call can be. */
export interface Corner {
  readonly x: 'left' | 'right';
  readonly y: 'top' | 'bottom';
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The corner that is nearest to the middle of a box. */
export const nearestCorner = ({ left, top, width, height }: Box, screen: Size): Corner => ({
  x: left + width / 2 < screen.width / 2 ? 'left' : 'right',
  y: top + height / 2 < screen.height / 2 ? 'top' : 'bottom',
});

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** How far a box can be moved on the screen, of the way that is wanted, in pixels. */
export const moveWithin = ({ left, top, width, height }: Box, by: { x: number; y: number }, screen: Size) => ({
  x: clamp(by.x, -left, screen.width - left - width),
  y: clamp(by.y, -top, screen.height - top - height),
});

/** The corner that an arrow key leads to; null: another key. */
export function cornerByKey(corner: Corner, key: string): Corner | null {
  switch (key) {
    case 'ArrowLeft':
      return { ...corner, x: 'left' };
    case 'ArrowRight':
      return { ...corner, x: 'right' };
    case 'ArrowUp':
      return { ...corner, y: 'top' };
    case 'ArrowDown':
      return { ...corner, y: 'bottom' };
    default:
      return null;
  }
}

/** The next corner, clockwise. */
export const nextCorner = ({ x, y }: Corner): Corner =>
  x === 'left' ? { x: y === 'top' ? 'right' : 'left', y: 'top' } : { x: y === 'top' ? 'right' : 'left', y: 'bottom' };
