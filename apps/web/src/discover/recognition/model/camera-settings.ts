/** What the recognition camera keeps on this device, under the names of the client's settings (D3.36). */
import { DEFAULT_RESOLUTION, RESOLUTION_MAX } from '../../../shared/camera/resolution';

/** D5.21: how sharp the picture must be, as the variance of its Laplacian. */
export const TOLERANCE_MAX = 350;
const DEFAULT_TOLERANCE = 130;

export interface CameraSettings {
  /** 0 to 350, in steps of 1. */
  readonly focusQualityTolerance: number;
  readonly chosenResolutionIndex: number;
}

const KEY = 'recognition_camera';

const within = (value: unknown, max: number, fallback: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max ? value : fallback;

export function readCameraSettings(): CameraSettings {
  let stored: Readonly<Record<string, unknown>> = {};
  try {
    stored = (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as typeof stored;
  } catch {
    // As if nothing were stored.
  }
  return {
    focusQualityTolerance: within(stored['focusQualityTolerance'], TOLERANCE_MAX, DEFAULT_TOLERANCE),
    chosenResolutionIndex: within(stored['chosenResolutionIndex'], RESOLUTION_MAX, DEFAULT_RESOLUTION),
  };
}

/** If the storage is full, they last until the page is left. */
export function storeCameraSettings(settings: CameraSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Unchanged.
  }
}
