/** Turns the screen off while the phone is at an ear. Only the mobile shell can. */
import { createMutex } from '@earth/async';
import { callPlugin } from './call-plugin';

/** Serialized: the last call counts. */
const inTurn = createMutex();

/** @throws PluginError; PluginNotFoundError in a browser too */
export const setProximity = (isOn: boolean): Promise<void> =>
  inTurn(() => callPlugin('Proximity', (plugin) => (isOn ? plugin.enable() : plugin.disable())));
