/** Permissions of this device: asked of the mobile shell's plugins, or of the browser. */
import { once } from '../memoize';
import type { PermissionName } from './plugins';
import { isInShell } from './shell';

/** `unknown`: the browser does not say. */
export type PermissionAnswer = PermissionState | 'unknown';

const inShell = () => import('./shell-permissions');

/** Queried once, so that no call waits for the answer: the browser's object stays up to date while it has a listener. */
const queryOnce = (name: globalThis.PermissionName) =>
  once(async (): Promise<PermissionStatus> => {
    const status = await navigator.permissions.query({ name });
    status.addEventListener('change', () => undefined);
    return status;
  });

const queries: Readonly<Record<Exclude<PermissionName, 'storage' | 'beacons'>, () => Promise<PermissionStatus>>> = {
  camera: queryOnce('camera'),
  microphone: queryOnce('microphone'),
  location: queryOnce('geolocation'),
  notifications: queryOnce('notifications'),
};

async function checkInBrowser(name: PermissionName): Promise<PermissionAnswer> {
  // A page needs none for what it stores for itself.
  if (name === 'storage') return 'granted';
  // Asked for with the scan itself.
  if (name === 'beacons') return 'unknown';
  try {
    return (await queries[name]()).state;
  } catch {
    return 'unknown';
  }
}

/**
 * The state of a permission, without asking the user.
 * @throws PluginError in the mobile shell, if it does not say
 */
export const checkPermission = async (name: PermissionName): Promise<PermissionAnswer> =>
  isInShell() ? (await inShell()).checkInShell(name) : checkInBrowser(name);

/**
 * Asks the user, unless they have decided. A browser asks by itself when a camera, a microphone or the location is opened; then this is
 * the state before that.
 * @throws PluginError in the mobile shell, if it cannot ask
 */
export const requestPermission = async (name: PermissionName): Promise<PermissionAnswer> =>
  isInShell() ? (await inShell()).requestInShell(name) : checkInBrowser(name);

/**
 * Opens the device's settings, in which a refused permission can be granted. Only a shell can.
 * @throws PluginError
 */
export const openDeviceSettings = async (page: 'app' | 'notifications'): Promise<void> =>
  (await inShell()).openSettings(page);
