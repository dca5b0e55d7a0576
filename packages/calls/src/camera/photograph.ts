import type { CallPorts } from '../ports';

/** A camera that takes no photograph within this time takes none: what it shows is a frame all the same. */
export const PHOTOGRAPH_MS = 4_000;

/** Null where the camera gives nothing better than a frame, or not in time. */
export async function photographInTime(
  { media, clock }: Pick<CallPorts, 'media' | 'clock'>,
  track: MediaStreamTrack,
): Promise<Blob | null> {
  let timer: unknown;
  const late = new Promise<null>((resolve) => {
    timer = clock.setTimeout(() => resolve(null), PHOTOGRAPH_MS);
  });
  try {
    return await Promise.race([media.photograph(track), late]);
  } catch {
    return null;
  } finally {
    clock.clearTimeout(timer);
  }
}
