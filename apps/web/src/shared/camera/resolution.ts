/** The resolutions of the recognition camera (D9.12). */

export interface Resolution {
  readonly width: number;
  readonly height: number;
}

/** From the least to the best: the index is the chosen resolution. */
export const RESOLUTIONS: readonly Resolution[] = [
  { width: 800, height: 600 },
  { width: 1280, height: 800 },
  { width: 2560, height: 1920 },
];
export const RESOLUTION_MAX = RESOLUTIONS.length - 1;
export const DEFAULT_RESOLUTION = 2;

const QUALITIES = ['qualityLow', 'qualityMedium', 'qualityHigh'] as const;

/** The text of a resolution. */
export const qualityText = (index: number) => QUALITIES[index] ?? 'qualityHigh';

/** A camera that has no resolution of at least this width is asked for the next one. The last is the resolution of any camera. */
const MIN_WIDTHS = [3840, 3264, 1920, 1280, 1056, 640];
const MIN_HEIGHT = 480;
/** What the highest resolution asks for, so that a good camera gives all that it has. */
const BEST: Resolution = { width: 3840, height: 2160 };
const RETRY_MS = 20;

/** The constraints of a resolution, from the narrowest to the widest. */
function constraintsOf(index: number): readonly MediaTrackConstraints[] {
  const { width, height } = index === RESOLUTION_MAX ? BEST : (RESOLUTIONS[index] ?? { width: 640, height: 480 });
  return MIN_WIDTHS.filter((min) => min <= width).map((min) => ({
    width: { min, ideal: width },
    height: { min: Math.min(MIN_HEIGHT, height), ideal: height },
  }));
}

type ResizableTrack = Pick<MediaStreamTrack, 'getConstraints' | 'applyConstraints' | 'readyState'>;

/**
 * Gives the camera the resolution of this index, or the best below it that it has. What the camera was opened with stays.
 * @param wait tests give their own
 */
export async function resizeTrack(
  track: ResizableTrack,
  index: number,
  wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
): Promise<boolean> {
  for (const size of constraintsOf(index)) {
    if (track.readyState === 'ended') return false;
    try {
      await track.applyConstraints({ ...track.getConstraints(), ...size });
      return true;
    } catch {
      await wait(RETRY_MS);
    }
  }
  return false;
}
