/** What the mobile shell can adjust of an open camera, beside what the web view lets a page adjust by constraints of the track. */
import { callPlugin } from './call-plugin';
import type { CameraFacing, CameraRange } from './plugins';

const facingOf = (track: MediaStreamTrack): CameraFacing =>
  track.getSettings().facingMode === 'user' ? 'user' : 'environment';

/** @throws PluginError */
export async function readCameraRanges(track: MediaStreamTrack): Promise<readonly CameraRange[]> {
  const facing = facingOf(track);
  return (await callPlugin('CameraSettings', (plugin) => plugin.getRanges({ facing }))).ranges;
}

/** @throws PluginError */
export async function setCameraValue(track: MediaStreamTrack, name: string, value: number): Promise<void> {
  const facing = facingOf(track);
  await callPlugin('CameraSettings', (plugin) => plugin.set({ facing, name, value }));
}
