/** Permissions of the device, asked of the mobile shell's plugins. */
import { callForUser, callPlugin } from './call-plugin';
import type { PermissionName, PluginPermission } from './plugins';
import { requestTokenPermission, tokenPermission } from './push-tokens';

const stateOf = (permission: PluginPermission): PermissionState =>
  permission === 'prompt-with-rationale' ? 'prompt' : permission;
const answerOf = (permission: NotificationPermission): PermissionState =>
  permission === 'default' ? 'prompt' : permission;

/** See `checkPermission`. */
export async function checkInShell(name: PermissionName): Promise<PermissionState> {
  switch (name) {
    case 'notifications':
      return answerOf(await tokenPermission());
    case 'storage':
      return stateOf((await callPlugin('Filesystem', (plugin) => plugin.checkPermissions())).publicStorage);
    default:
      return stateOf((await callPlugin('Permissions', (plugin) => plugin.check({ name }))).state);
  }
}

/** See `requestPermission`. */
export async function requestInShell(name: PermissionName): Promise<PermissionState> {
  const state = await checkInShell(name);
  if (state !== 'prompt') return state;
  switch (name) {
    case 'notifications':
      return answerOf(await requestTokenPermission());
    case 'storage':
      return stateOf((await callForUser('Filesystem', (plugin) => plugin.requestPermissions())).publicStorage);
    default:
      return stateOf((await callForUser('Permissions', (plugin) => plugin.request({ name }))).state);
  }
}

/** See `openDeviceSettings`. */
export const openSettings = (page: 'app' | 'notifications'): Promise<void> =>
  callPlugin('Permissions', (plugin) => plugin.openSettings({ page }));
