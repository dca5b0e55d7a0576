/** Where content is drawn over the camera, compared with where its marker is. */
import type { Locator } from '@playwright/test';

export type Corner = readonly [x: number, y: number];

/** Polls often: by default Playwright slows down to a second. */
export const OFTEN = { intervals: [100] };

/** Where the corners of a recognized marker are drawn, in pixels of the camera's frame. @param target what stands on it */
const drawnCorners = (target: Locator): Promise<Corner[] | null> =>
  target.locator('[data-marker]').evaluateAll(([marker]) => {
    const video = document.querySelector('video');
    if (!(marker instanceof HTMLElement) || !video) return null;
    const placed = marker.parentElement?.parentElement;
    const matrix = new DOMMatrix(placed ? getComputedStyle(placed).transform : '');
    const [width, height] = [marker.offsetWidth / 2, marker.offsetHeight / 2];
    const box = video.getBoundingClientRect();
    const scale = Math.max(box.width / 640, box.height / 480);
    const [left, top] = [(box.width - 640 * scale) / 2, (box.height - 480 * scale) / 2];
    return [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([x = 0, y = 0]) => {
      const point = matrix.transformPoint({ x: x * width, y: y * height });
      return [(point.x / point.w - left) / scale, (point.y / point.w - top) / scale] as const;
    });
  });

/** The farthest that a corner is drawn from its place, in pixels of the camera's frame. */
export async function cornerError(target: Locator, truth: readonly Corner[]): Promise<number> {
  const drawn = await drawnCorners(target);
  if (!drawn) return Number.POSITIVE_INFINITY;
  return Math.max(...drawn.map(([x, y], at) => Math.hypot(x - (truth[at]?.[0] ?? 0), y - (truth[at]?.[1] ?? 0))));
}
