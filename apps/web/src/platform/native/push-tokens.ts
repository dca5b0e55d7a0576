/** Push tokens of the mobile shell, given to its plugins by Google's and Apple's services. */
import { createMutex } from '@earth/async';
import { callForUser, callPlugin, listenToPlugin } from './call-plugin';
import type { Receives } from './plugins';
import { isInShell, needPlugin, shellPlatform } from './shell';

/** As the server expects it: without a type it is an FCM token. */
export interface ShellToken {
  readonly token: string;
  /** APNs: `voip` for calls, `apns` for everything else. */
  readonly type?: 'voip' | 'apns';
}

const isIos = () => shellPlatform() === 'ios';

/** The type of the token that the platform's service gives for everything but calls. */
export const typeOfTokens = (): Pick<ShellToken, 'type'> => (isIos() ? { type: 'apns' } : {});

const permissionOf = ({ receive }: Receives): NotificationPermission =>
  receive === 'granted' || receive === 'denied' ? receive : 'default';

/** Whether the user allows notifications. */
export const tokenPermission = async () =>
  permissionOf(await callPlugin('PushNotifications', (plugin) => plugin.checkPermissions()));
/** Prompts the user, unless they have decided. */
export async function requestTokenPermission(): Promise<NotificationPermission> {
  const permission = await tokenPermission();
  if (permission !== 'default') return permission;
  return permissionOf(await callForUser('PushNotifications', (plugin) => plugin.requestPermissions()));
}

const stops = new Set<() => Promise<void>>();

async function stopListening() {
  const former = [...stops];
  stops.clear();
  await Promise.all(former.map((stop) => stop()));
}

export interface TokenHandler {
  /** Also called later, when a service issues another token. */
  readonly onToken: (token: ShellToken) => void;
  readonly onError: (error: string, of: ShellToken['type']) => void;
}

/** Serialized: requests and endings run in the order of the calls. Otherwise listeners that were ended first could remain. */
const inTurn = createMutex();

async function listen({ onToken, onError }: TokenHandler): Promise<void> {
  needPlugin('PushNotifications');
  if (isIos()) needPlugin('Telephone');
  await stopListening();
  stops.add(
    listenToPlugin('PushNotifications', (plugin) =>
      plugin.addListener('registration', ({ value }) => onToken({ token: value, ...typeOfTokens() })),
    ),
  );
  stops.add(
    listenToPlugin('PushNotifications', (plugin) =>
      plugin.addListener('registrationError', ({ error }) => onError(error, typeOfTokens().type)),
    ),
  );
  if (isIos())
    stops.add(
      listenToPlugin('Telephone', (plugin) =>
        plugin.addListener('registration', ({ token }) => onToken({ token, type: 'voip' })),
      ),
    );
  await Promise.all([
    callPlugin('PushNotifications', (plugin) => plugin.register()),
    isIos() && callPlugin('Telephone', (plugin) => plugin.register()),
  ]);
}

/** Requests tokens from the services. Rejects with `PluginNotFoundError` if the shell lacks a plugin that is needed. */
export const requestTokens = (handler: TokenHandler): Promise<void> => inTurn(() => listen(handler));

async function unregister(): Promise<void> {
  await stopListening();
  // Without a plugin nothing was registered, and a token that is left is refused by its service one day.
  await Promise.allSettled([
    callPlugin('PushNotifications', (plugin) => plugin.unregister()),
    isIos() && callPlugin('Telephone', (plugin) => plugin.unregister()),
  ]);
}

/** Ends notifications on this device, even if the server did not hear of it. Never rejects. */
export async function endTokens(): Promise<void> {
  if (isInShell()) await inTurn(unregister);
}
