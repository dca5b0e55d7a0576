/**
 * The network of the device: of the mobile shell's plugin, and of the browser's Network Information API (WICG), which the web view of
 * Android has too, and which alone says how good it is.
 */
import { callPlugin, listenToPlugin } from './call-plugin';
import type { ConnectionStatus } from './plugins';
import { isInShell, notePluginError } from './shell';

export interface NetworkState {
  readonly isOnline: boolean;
  readonly type: ConnectionStatus['connectionType'];
  /** The browser measures less than 70 kbit/s, or more than 1.4 s to and fro. False if it does not measure. */
  readonly isWeak: boolean;
}

/** TypeScript's DOM types lack it, as do Safari and Firefox. */
interface NetworkInformation extends EventTarget {
  readonly effectiveType?: string;
  readonly type?: string;
}

const informationOf = () => (navigator as { readonly connection?: NetworkInformation }).connection;

const WEAK: ReadonlySet<string | undefined> = new Set(['slow-2g', '2g']);
const TYPES: ReadonlySet<string | undefined> = new Set(['wifi', 'cellular', 'none']);

function browserState(): NetworkState {
  const { effectiveType, type } = informationOf() ?? {};
  return {
    isOnline: navigator.onLine,
    type: TYPES.has(type) ? (type as NetworkState['type']) : 'unknown',
    isWeak: WEAK.has(effectiveType),
  };
}

const withStatus = ({ connected, connectionType }: ConnectionStatus): NetworkState => ({
  ...browserState(),
  isOnline: connected,
  type: connectionType,
});

/** @throws PluginError */
export const readStatus = (): Promise<ConnectionStatus> => callPlugin('Network', (plugin) => plugin.getStatus());

/**
 * Calls `onState` with the present state, and then after each change. A plugin that fails is logged, and the web view's own state counts.
 * @returns a function that stops it
 */
export function watchNetwork(onState: (state: NetworkState) => void): () => void {
  const stops: (() => void)[] = [];
  let status: ConnectionStatus | null = null;
  let last: string | null = null;
  let isOver = false;
  const look = () => {
    const state = status ? withStatus(status) : browserState();
    if (isOver || JSON.stringify(state) === last) return;
    last = JSON.stringify(state);
    onState(state);
  };
  function take(given: ConnectionStatus) {
    status = given;
    look();
  }
  const targets: readonly (readonly [EventTarget | undefined, string])[] = [
    [window, 'online'],
    [window, 'offline'],
    [informationOf(), 'change'],
  ];
  for (const [target, event] of targets) {
    target?.addEventListener(event, look);
    stops.push(() => target?.removeEventListener(event, look));
  }
  if (isInShell()) {
    try {
      const stop = listenToPlugin('Network', (plugin) => plugin.addListener('networkStatusChange', take));
      stops.push(() => void stop());
      readStatus()
        // A change that came meanwhile is newer.
        .then((given) => status ?? take(given))
        .catch(notePluginError);
    } catch (error) {
      notePluginError(error);
    }
  }
  look();
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
}
