/**
 * What else a device's camera lets a page adjust (W3C MediaStream Image Capture, 5): by constraints of its track, and in the mobile shell
 * also by a plugin. TypeScript's DOM types lack most of it.
 */
import { isInShell, notePluginError } from '../../platform/native/shell';
import { adjustCamera } from './camera-extras';

/** In the order in which they are shown. */
const TUNINGS = [
  'exposureCompensation',
  'brightness',
  'colorTemperature',
  'contrast',
  'saturation',
  'iso',
  'focusDistance',
] as const;
export type TuningName = (typeof TUNINGS)[number];

export interface Tuning {
  readonly name: TuningName;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
}

/** A camera that chooses a value by itself ignores the page's, until it is told not to choose. */
const MANUAL: Partial<Record<TuningName, string>> = {
  colorTemperature: 'whiteBalanceMode',
  iso: 'exposureMode',
  focusDistance: 'focusMode',
};

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

/** By constraints of the track; empty in a browser that does not say. */
function trackTunings(track: MediaStreamTrack): readonly Tuning[] {
  if (typeof track.getCapabilities !== 'function') return [];
  const [capabilities, settings] = [track.getCapabilities(), track.getSettings()] as unknown as [Unknown, Unknown];
  return TUNINGS.flatMap((name) => tuningOf(name, capabilities, settings));
}

const loadPlugin = () => import('../../platform/native/camera-settings');

async function pluginTunings(track: MediaStreamTrack): Promise<readonly Tuning[]> {
  if (!isInShell()) return [];
  try {
    const ranges = await (await loadPlugin()).readCameraRanges(track);
    return ranges.flatMap((range) => {
      const name = TUNINGS.find((one) => one === range.name);
      return name && range.max > range.min ? [{ ...range, name }] : [];
    });
  } catch (error) {
    notePluginError(error);
    return [];
  }
}

/** What the camera behind a track can adjust, in the order in which it is shown. */
export async function tuningsOf(track: MediaStreamTrack): Promise<readonly Tuning[]> {
  const all = [...trackTunings(track), ...(await pluginTunings(track))];
  return TUNINGS.flatMap((name) => all.find((one) => one.name === name) ?? []);
}

/** Rejects if the camera does not do it. */
export async function tuneCamera(track: MediaStreamTrack, name: TuningName, value: number): Promise<void> {
  if (!trackTunings(track).some((one) => one.name === name))
    return (await loadPlugin()).setCameraValue(track, name, value);
  const mode = MANUAL[name];
  const modes = mode === undefined ? undefined : (track.getCapabilities() as Unknown)[mode];
  const isManual = Array.isArray(modes) && modes.includes('manual');
  const wanted = { ...(mode !== undefined && isManual && { [mode]: 'manual' }), [name]: value };
  await adjustCamera(track, wanted);
}
