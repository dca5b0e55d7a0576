/** Time for uploads after the user has left the app. Only the mobile shell has to be asked: a browser goes on by itself. */
import { createMutex } from '@earth/async';
import { callPlugin } from './call-plugin';
import { notePluginError } from './shell';

/** @param set asks for the time, or gives it back */
export function createBackgroundWork(set: (isOn: boolean) => Promise<void>) {
  // The last call counts.
  const inTurn = createMutex();
  let running = 0;
  const follow = () => void inTurn(() => set(running > 0)).catch(notePluginError);

  /** The work does not wait for the plugin, and goes on without it. */
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    running += 1;
    if (running === 1) follow();
    try {
      return await work();
    } finally {
      running -= 1;
      if (running === 0) follow();
    }
  };
}

/** @throws PluginError; PluginNotFoundError in a browser too */
export const setBackgroundWork = (isOn: boolean): Promise<void> =>
  callPlugin('BackgroundWork', (plugin) => (isOn ? plugin.begin() : plugin.end()));

export const finishInBackground = createBackgroundWork(setBackgroundWork);
