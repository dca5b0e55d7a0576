import type { CallPorts } from '../ports';

/** Time limit of a photograph; after it, the frame is used. */
export const PHOTOGRAPH_MS = 4_000;

/** Takes a photograph. Null: the camera has nothing better than a frame, failed, or was too slow. */
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
