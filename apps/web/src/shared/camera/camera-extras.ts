import type { CameraAbilities, CameraAdjustment, Zoom } from '@earth/calls';

/** Capabilities for a camera's light and zoom (W3C MediaStream Image Capture, 5) that TypeScript's DOM types lack. */
interface Extras {
  /** Chromium reports `true`; newer drafts define a list of the possible values. */
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
  // Chromium on Android reports them only after its photo capabilities were requested.
  if ('ImageCapture' in window) await new ImageCapture(track).getPhotoCapabilities().catch(() => undefined);
  // Firefox has no `getCapabilities`.
  if (typeof track.getCapabilities !== 'function') return { torch: false, zoom: null };
  const capabilities = track.getCapabilities() as Extras;
  return { torch: hasTorch(capabilities), zoom: zoomOf(capabilities, track.getSettings()) };
}

/** Keeps the constraints with which the camera was opened, and other adjustments, because new constraints replace them. */
export async function adjustCamera(
  track: MediaStreamTrack,
  adjustment: CameraAdjustment | MediaTrackConstraintSet,
): Promise<void> {
  const { advanced = [], ...own } = track.getConstraints();
  const adjusted: MediaTrackConstraintSet = Object.fromEntries([...advanced, adjustment].flatMap(Object.entries));
  await track.applyConstraints({ ...own, advanced: [adjusted] });
}
