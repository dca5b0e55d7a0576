/**
 * How far the browser reduces the sent picture for the link, by samples of each second. A media server's client chooses the sizes by itself, so
 * the page only tells what has become of it. With hysteresis: a link that has just begun is not narrow, and words that come and go help nobody.
 */
import type { PictureLevel } from '@earth/contracts';

/** Samples in a row. The browser's estimate of a link begins low, and is sufficient within three seconds. */
export const REDUCED_AFTER = 5;
export const FULL_AFTER = 5;

export interface SentWatch {
  /** @param isLimited the link does not bear all that should be sent */
  add(isLimited: boolean): void;
  /** `small`: the largest of the sizes is left out. */
  level(): PictureLevel;
}

export function createSentWatch(): SentWatch {
  let isReduced = false;
  /** Samples in a row that contradict it. */
  let others = 0;
  return {
    add(isLimited) {
      others = isLimited === isReduced ? 0 : others + 1;
      if (others < (isReduced ? FULL_AFTER : REDUCED_AFTER)) return;
      isReduced = isLimited;
      others = 0;
    },
    level: () => (isReduced ? 'small' : 'full'),
  };
}
