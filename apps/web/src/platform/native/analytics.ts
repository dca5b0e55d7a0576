/** The analytics service of the brand (Google Analytics for Firebase), by the mobile shell's plugin. A browser has none. */
import { createMutex } from '@earth/async';
import { callPlugin } from './call-plugin';
import { hasPlugin, notePluginError } from './shell';

/** Whether this build has such a service. */
export const hasAnalytics = (): boolean => hasPlugin('FirebaseAnalytics');

/** Serialized: the last call counts. */
const inTurn = createMutex();

async function turn(isOn: boolean): Promise<void> {
  const turned = callPlugin('FirebaseAnalytics', (plugin) => plugin.setEnabled({ enabled: isOn }));
  if (isOn) return turned;
  // Also if the first one fails.
  const reset = callPlugin('FirebaseAnalytics', (plugin) => plugin.resetAnalyticsData());
  await Promise.allSettled([turned, reset]);
  await Promise.all([turned, reset]);
}

/**
 * The plugin collects nothing until it is turned on; turned off, it forgets this device.
 * @throws PluginError; PluginNotFoundError in a browser too
 */
export const turnAnalytics = (isOn: boolean): Promise<void> => inTurn(() => turn(isOn));

/** Turns it off where there is one. Never rejects. */
export async function endAnalytics(): Promise<void> {
  if (hasAnalytics()) await turnAnalytics(false).catch(notePluginError);
}

/** @throws PluginError; PluginNotFoundError in a browser too */
export const logScreen = (screenName: string): Promise<void> =>
  callPlugin('FirebaseAnalytics', (plugin) => plugin.setCurrentScreen({ screenName }));

/** @throws PluginError; PluginNotFoundError in a browser too */
export const logEvent = (name: string, params: Readonly<Record<string, string>>): Promise<void> =>
  callPlugin('FirebaseAnalytics', (plugin) => plugin.logEvent({ name, params }));
