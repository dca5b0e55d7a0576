/** The mobile shell around the app (Capacitor): whether it is there, and what it can do. */

import type { ShellPlugins } from './plugins';

/** What the shell puts into the page. */
interface Shell {
  isNativePlatform?(): boolean;
  getPlatform?(): string;
  /** Those that it was built with. */
  readonly Plugins?: Partial<ShellPlugins>;
}

const shell = (): Shell | undefined => (globalThis as { readonly Capacitor?: Shell }).Capacitor;

/** The shell was built without what is asked of it (A1.14). */
export class PluginNotFoundError extends Error {
  override readonly name = 'PluginNotFoundError';
  constructor(readonly plugin: string) {
    super(`The app was built without ${plugin}`);
  }
}

export const isInShell = (): boolean => shell()?.isNativePlatform?.() === true;

/** `ios` or `android`, as the shell says it; null: there is no shell. */
export const shellPlatform = (): string | null => (isInShell() ? (shell()?.getPlatform?.() ?? null) : null);

/** Whether there is a shell that was built with a capability. */
export const hasPlugin = (name: keyof ShellPlugins): boolean => isInShell() && shell()?.Plugins?.[name] !== undefined;

/**
 * A capability of the shell. Null: this is a browser, which does it by itself. Fails with `PluginNotFoundError` where the shell is
 * there and the capability is not.
 * @param name as the plugin is registered
 */
export function findPlugin<Name extends keyof ShellPlugins>(name: Name): ShellPlugins[Name] | null {
  if (!isInShell()) return null;
  const plugin = shell()?.Plugins?.[name];
  if (!plugin) throw new PluginNotFoundError(name);
  return plugin;
}

/** The same, for what only a shell does. */
export function needPlugin<Name extends keyof ShellPlugins>(name: Name): ShellPlugins[Name] {
  const plugin = findPlugin(name);
  if (plugin === null) throw new PluginNotFoundError(name);
  return plugin;
}
