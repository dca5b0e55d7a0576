import type { CallPorts } from './ports';

/** A camera that takes no photograph within this time takes none: what it shows is a frame all the same. */
export const PHOTOGRAPH_MS = 4_000;

/** Null where the camera gives nothing better than a frame, or not in time. */
export function photographInTime(
  { media, clock }: Pick<CallPorts, 'media' | 'clock'>,
  track: MediaStreamTrack,
): Promise<Blob | null> {
  return new Promise((resolve) => {
    const timer = clock.setTimeout(() => resolve(null), PHOTOGRAPH_MS);
    const done = (photograph: Blob | null) => {
      clock.clearTimeout(timer);
      resolve(photograph);
    };
    media.photograph(track).then(done, () => done(null));
  });
}
