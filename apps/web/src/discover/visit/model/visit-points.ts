/** The points of a visit: each content of the model once, wherever its key points are. */
import { type ContentItem, NEW_KEYPOINT_COLOR, type VisitKeypoint } from '@earth/contracts';

/** The colour of key points (D9.19). */
export const POINT_COLOR = '#29c885';

/** A key point in a view. */
export interface Mark {
  readonly viewId: string;
  /** Shares of the view's width and height, from its upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly color: string;
}

export interface VisitPoint {
  readonly contentId: number;
  /** Its place in the visit, from 1. */
  readonly number: number;
  readonly item: ContentItem;
  readonly marks: readonly Mark[];
}

/** A key point that nobody has coloured has the colour of the editor. */
const colorOf = (color: string) => (color.toLowerCase() === NEW_KEYPOINT_COLOR ? POINT_COLOR : color);

const markOf = ({ viewUniqueId, posX, posY, color, width, height }: VisitKeypoint): Mark => ({
  viewId: viewUniqueId,
  x: posX / width,
  y: posY / height,
  color: colorOf(color),
});

/** In the order of the answer. */
export function pointsOf(keypoints: readonly VisitKeypoint[]): readonly VisitPoint[] {
  const ids = [...new Set(keypoints.map(({ contentId }) => contentId))];
  return ids.flatMap((contentId, index) => {
    const own = keypoints.filter((one) => one.contentId === contentId);
    const [first] = own;
    return first ? [{ contentId, number: index + 1, item: first.contentData, marks: own.map(markOf) }] : [];
  });
}

/** Relative luminance (WCAG 2.2) below which white is read better than black. */
const DARK = 0.179;

/** @param color `#rrggbb` */
export function isDark(color: string): boolean {
  const linear = (at: number) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5) < DARK;
}
