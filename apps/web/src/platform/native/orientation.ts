/** Keeps the screen in its present orientation: by the mobile shell's plugin, or by the browser's Screen Orientation API. */
import { createMutex } from '@earth/async';
import { callPlugin } from './call-plugin';
import { isInShell, PluginNotFoundError } from './shell';

/** TypeScript's DOM types lack `lock`, which not every browser has. */
type Lockable = ScreenOrientation & { lock?(orientation: OrientationType): Promise<void> };

async function lock(): Promise<void> {
  if (isInShell()) {
    const { type: orientation } = await callPlugin('ScreenOrientation', (plugin) => plugin.orientation());
    return callPlugin('ScreenOrientation', (plugin) => plugin.lock({ orientation }));
  }
  const { orientation } = screen as { readonly orientation?: Lockable };
  if (!orientation?.lock) throw new PluginNotFoundError('ScreenOrientation');
  await orientation.lock(orientation.type);
}

async function unlock(): Promise<void> {
  if (isInShell()) await callPlugin('ScreenOrientation', (plugin) => plugin.unlock());
  else screen.orientation.unlock();
}

/** A call may lie over augmented reality: the last one that ends releases the screen. */
const holders = new Set<symbol>();
/** Serialized: a lock that is released at once must not come after its release. */
const inTurn = createMutex();

async function release(holder: symbol): Promise<void> {
  if (holders.delete(holder) && holders.size === 0) await unlock();
}

async function hold(holder: symbol): Promise<() => Promise<void>> {
  if (holders.size === 0) await lock();
  holders.add(holder);
  return () => inTurn(() => release(holder));
}

/**
 * @throws PluginError in the mobile shell
 * @throws PluginNotFoundError in a browser that cannot lock the screen; a DOMException if it does so only in full screen
 * @returns a function that releases the screen; it throws the same
 */
export const lockOrientation = (): Promise<() => Promise<void>> => inTurn(() => hold(Symbol('holder')));
