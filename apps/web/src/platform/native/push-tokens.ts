/** Where pushes reach the mobile shell: the tokens that its plugins are given by Google's and Apple's services. */
import { serialize } from '../serialize';
import type { PluginListener, Receives } from './plugins';
import { isInShell, needPlugin, shellPlatform } from './shell';

/** As the server takes it: without a type it is one of FCM. */
export interface ShellToken {
  readonly token: string;
  /** Of APNs: for calls, and for all else. */
  readonly type?: 'voip' | 'apns';
}

const notifications = () => needPlugin('PushNotifications');
const isIos = () => shellPlatform() === 'ios';

/** Whose token it is that Android's or Apple's service gives for what is not a call. */
export const typeOfTokens = (): Pick<ShellToken, 'type'> => (isIos() ? { type: 'apns' } : {});

const permissionOf = ({ receive }: Receives): NotificationPermission =>
  receive === 'granted' || receive === 'denied' ? receive : 'default';

/** Whether the person lets it tell them of something. */
export const tokenPermission = async () => permissionOf(await notifications().checkPermissions());
/** Asks the person. */
export const askForTokens = async () => permissionOf(await notifications().requestPermissions());

let listeners: readonly PluginListener[] = [];

async function stopListening() {
  const former = listeners;
  listeners = [];
  await Promise.allSettled(former.map((listener) => listener.remove()));
}

export interface TokenTaker {
  /** Also later, where a service gives another. */
  readonly take: (token: ShellToken) => void;
  readonly fail: (error: string, of: ShellToken['type']) => void;
}

/** Asked for and ended in the order in which that was wished for: else what was ended first could still be listened to. */
const inTurn = serialize((act: () => Promise<void>) => act());

async function listen({ take, fail }: TokenTaker): Promise<void> {
  const plugin = notifications();
  const calls = isIos() ? needPlugin('CallKitVoip') : null;
  await stopListening();
  const added = [
    plugin.addListener('registration', ({ value }) => take({ token: value, ...typeOfTokens() })),
    plugin.addListener('registrationError', ({ error }) => fail(error, typeOfTokens().type)),
    ...(calls
      ? [calls.addListener('registration', ({ value, token = value }) => token && take({ token, type: 'voip' }))]
      : []),
  ];
  listeners = await Promise.all(added);
  await Promise.all([plugin.register(), calls?.register()]);
}

/** Has the services give their tokens. Rejects with `PluginNotFoundError` where the shell has no way to one that it needs. */
export const requestTokens = (taker: TokenTaker): Promise<void> => inTurn(() => listen(taker));

async function unregister(): Promise<void> {
  await stopListening();
  try {
    await notifications().unregister();
  } catch {
    // Without the plugin nothing was registered.
  }
}

/** Nobody is told here any more, whatever the server heard of it. Never rejects. */
export async function endTokens(): Promise<void> {
  if (isInShell()) await inTurn(unregister);
}
