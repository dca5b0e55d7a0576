/** What else a device's camera lets a page adjust (W3C MediaStream Image Capture, 5). TypeScript's DOM types lack most of it. */
import { adjustCamera } from './camera-extras';

/** In the order in which they are shown. */
const TUNINGS = ['exposureCompensation', 'brightness', 'colorTemperature', 'contrast', 'saturation', 'iso'] as const;
export type TuningName = (typeof TUNINGS)[number];

export interface Tuning {
  readonly name: TuningName;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
}

/** A camera that chooses a value by itself ignores the page's, until it is told not to choose. */
const MANUAL: Partial<Record<TuningName, string>> = { colorTemperature: 'whiteBalanceMode', iso: 'exposureMode' };

const STEPS = 20;

type Unknown = Readonly<Record<string, unknown>>;

function tuningOf(name: TuningName, capabilities: Unknown, settings: Unknown): readonly Tuning[] {
  const range = capabilities[name];
  if (typeof range !== 'object' || range === null) return [];
  const {
    min = 0,
    max = 0,
    step = 0,
  } = range as { readonly min?: number; readonly max?: number; readonly step?: number };
  const value = settings[name];
  if (max <= min) return [];
  return [
    { name, min, max, step: step > 0 ? step : (max - min) / STEPS, value: typeof value === 'number' ? value : min },
  ];
}

/** What the camera behind a track can adjust; empty in a browser that does not say. */
export function tuningsOf(track: MediaStreamTrack): readonly Tuning[] {
  if (typeof track.getCapabilities !== 'function') return [];
  const [capabilities, settings] = [track.getCapabilities(), track.getSettings()] as unknown as [Unknown, Unknown];
  return TUNINGS.flatMap((name) => tuningOf(name, capabilities, settings));
}

/** Rejects if the camera does not do it. */
export async function tuneCamera(track: MediaStreamTrack, name: TuningName, value: number): Promise<void> {
  const mode = MANUAL[name];
  const modes = mode === undefined ? undefined : (track.getCapabilities() as Unknown)[mode];
  const isManual = Array.isArray(modes) && modes.includes('manual');
  const wanted = { ...(mode !== undefined && isManual && { [mode]: 'manual' }), [name]: value };
  await adjustCamera(track, wanted);
}
