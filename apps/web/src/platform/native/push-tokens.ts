/** Push tokens of the mobile shell, given to its plugins by Google's and Apple's services. */
import { createMutex } from '@earth/async';
import type { PluginListener, Receives } from './plugins';
import { isInShell, needPlugin, shellPlatform } from './shell';

/** As the server expects it: without a type it is an FCM token. */
export interface ShellToken {
  readonly token: string;
  /** APNs: `voip` for calls, `apns` for everything else. */
  readonly type?: 'voip' | 'apns';
}

const notifications = () => needPlugin('PushNotifications');
const isIos = () => shellPlatform() === 'ios';

/** The type of the token that the platform's service gives for everything but calls. */
export const typeOfTokens = (): Pick<ShellToken, 'type'> => (isIos() ? { type: 'apns' } : {});

const permissionOf = ({ receive }: Receives): NotificationPermission =>
  receive === 'granted' || receive === 'denied' ? receive : 'default';

/** Whether the user allows notifications. */
export const tokenPermission = async () => permissionOf(await notifications().checkPermissions());
/** Prompts the user. */
export const requestTokenPermission = async () => permissionOf(await notifications().requestPermissions());

const listeners = new Set<PluginListener>();

async function stopListening() {
  const former = [...listeners];
  listeners.clear();
  await Promise.allSettled(former.map((listener) => listener.remove()));
}

export interface TokenHandler {
  /** Also called later, when a service issues another token. */
  readonly onToken: (token: ShellToken) => void;
  readonly onError: (error: string, of: ShellToken['type']) => void;
}

/** Serialized: requests and endings run in the order of the calls. Otherwise listeners that were ended first could remain. */
const inTurn = createMutex();

async function listen({ onToken, onError }: TokenHandler): Promise<void> {
  const plugin = notifications();
  const calls = isIos() ? needPlugin('CallKitVoip') : null;
  await stopListening();
  const added = [
    plugin.addListener('registration', ({ value }) => onToken({ token: value, ...typeOfTokens() })),
    plugin.addListener('registrationError', ({ error }) => onError(error, typeOfTokens().type)),
    ...(calls
      ? [calls.addListener('registration', ({ value, token = value }) => token && onToken({ token, type: 'voip' }))]
      : []),
  ];
  for (const listener of await Promise.all(added)) listeners.add(listener);
  await Promise.all([plugin.register(), calls?.register()]);
}

/** Requests tokens from the services. Rejects with `PluginNotFoundError` if the shell lacks a plugin that is needed. */
export const requestTokens = (handler: TokenHandler): Promise<void> => inTurn(() => listen(handler));

async function unregister(): Promise<void> {
  await stopListening();
  try {
    await notifications().unregister();
  } catch {
    // Without the plugin nothing was registered.
  }
}

/** Ends notifications on this device, even if the server did not hear of it. Never rejects. */
export async function endTokens(): Promise<void> {
  if (isInShell()) await inTurn(unregister);
}
