/** Cameras and microphones of the page. In the mobile shell the device is asked for the permission before they are opened. */
import { requestPermission } from './permissions';
import type { DevicePermission } from './plugins';
import { isInShell, notePluginError } from './shell';

export type PageDevices = Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'>;

async function isRefused(name: DevicePermission): Promise<boolean> {
  try {
    return (await requestPermission(name)) === 'denied';
  } catch (error) {
    // The web view asks by itself.
    notePluginError(error);
    return false;
  }
}

async function askFor({ audio, video }: MediaStreamConstraints): Promise<void> {
  const isNotAllowed = (video && (await isRefused('camera'))) || (audio && (await isRefused('microphone')));
  // As `getUserMedia` rejects without a permission.
  if (isNotAllowed) throw new DOMException('', 'NotAllowedError');
}

/** Undefined in an insecure context (plain HTTP from another machine). */
export function permittedDevices(): PageDevices | undefined {
  const { mediaDevices } = navigator as Partial<Navigator>;
  if (!mediaDevices || !isInShell()) return mediaDevices;
  return {
    enumerateDevices: () => mediaDevices.enumerateDevices(),
    async getUserMedia(constraints = {}) {
      await askFor(constraints);
      return mediaDevices.getUserMedia(constraints);
    },
  };
}
