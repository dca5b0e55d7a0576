import type { CameraAbilities, CameraAdjustment, Zoom } from '@earth/calls';

/** What browsers tell of a camera's light and zoom (W3C MediaStream Image Capture, 5) and the app's types do not know. */
interface Extras {
  /** Chromium says true; newer texts say a list of what it can be. */
  readonly torch?: boolean | readonly boolean[];
  readonly zoom?: { readonly min?: number; readonly max?: number; readonly step?: number } | number;
}

const STEPS = 20;

function zoomOf({ zoom }: Extras, now: Extras): Zoom | null {
  if (typeof zoom !== 'object') return null;
  const { min = 1, max = 1, step = 0 } = zoom;
  if (max <= min) return null;
  const value = typeof now.zoom === 'number' ? now.zoom : min;
  return { min, max, step: step > 0 ? step : (max - min) / STEPS, value };
}

const hasTorch = ({ torch }: Extras) => (Array.isArray(torch) ? torch.includes(true) : torch === true);

/** Light and zoom of the camera behind a track. */
export async function cameraAbilities(track: MediaStreamTrack): Promise<CameraAbilities> {
  // Chromium on Android knows them only once it has been asked what it can photograph.
  if ('ImageCapture' in window) await new ImageCapture(track).getPhotoCapabilities().catch(() => undefined);
  // Firefox has no such function.
  if (typeof track.getCapabilities !== 'function') return { torch: false, zoom: null };
  const told = track.getCapabilities() as Extras;
  return { torch: hasTorch(told), zoom: zoomOf(told, track.getSettings()) };
}

/** Beside what the camera was opened with: constraints replace each other. */
export async function adjustCamera(track: MediaStreamTrack, adjustment: CameraAdjustment): Promise<void> {
  await track.applyConstraints({
    ...track.getConstraints(),
    advanced: [adjustment as MediaTrackConstraintSet],
  });
}
