/** Whether this device has still to be made ready for its field user's first call. */
import { queryOptions } from '@tanstack/react-query';
import { getPageMedia } from '../../calls/model/page-media';

const keyOf = (userId: string) => `first-step ${userId}`;

/** Remembered, because some browsers do not say what was allowed. A device that cannot store it asks again. */
export function rememberFirstStep(userId: string): void {
  try {
    localStorage.setItem(keyOf(userId), 'done');
  } catch {
    // Storage is full or blocked.
  }
}

export const firstStepQuery = (userId: string) =>
  queryOptions({
    queryKey: ['first-step', userId],
    queryFn: async () => {
      if (localStorage.getItem(keyOf(userId)) !== null) return false;
      const media = await getPageMedia();
      return (await media.hasCamera()) && (await media.permission()) !== 'granted';
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
