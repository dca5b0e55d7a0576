/** The mobile shell around the app (Capacitor): whether it is present, and its plugins. */

import { log, LogLevel } from '../app-log';
import type { ShellPlugins } from './plugins';

/** The global object that the shell injects into the page. */
interface Shell {
  isNativePlatform?(): boolean;
  getPlatform?(): string;
  /** The plugins that it was built with. */
  readonly Plugins?: Partial<ShellPlugins>;
}

const shell = (): Shell | undefined => (globalThis as { readonly Capacitor?: Shell }).Capacitor;

/** A plugin of the shell did not do what it was asked for. The message is the plugin's own. */
export class PluginError extends Error {
  override readonly name: string = 'PluginError';
  /** @param code of the plugin, if it gives one, for example `UNAVAILABLE` */
  constructor(
    readonly plugin: string,
    message: string,
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

/** The shell was built without a required plugin (A1.14). */
export class PluginNotFoundError extends PluginError {
  override readonly name = 'PluginNotFoundError';
  constructor(plugin: string) {
    super(plugin, `The app was built without ${plugin}`);
  }
}

/** The plugin has not answered in time: the native side does not start, or hangs. */
export class PluginSilentError extends PluginError {
  override readonly name = 'PluginSilentError';
  constructor(plugin: string, seconds: number) {
    super(plugin, `${plugin} has not answered for ${seconds} s`);
  }
}

export const isInShell = (): boolean => shell()?.isNativePlatform?.() === true;

/** `ios` or `android`, as the shell reports it; null: there is no shell. */
export const shellPlatform = (): string | null => (isInShell() ? (shell()?.getPlatform?.() ?? null) : null);

/**
 * A plugin that is in the build and cannot be used (`scripts/mobile/pages.mjs`): without a Firebase project, the one for notifications would
 * end the app.
 */
const isWithheld = (name: string): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="earth-without"]')?.content === name;

const findPlugin = <Name extends keyof ShellPlugins>(name: Name): ShellPlugins[Name] | undefined =>
  isInShell() && !isWithheld(name) ? shell()?.Plugins?.[name] : undefined;

/** Whether there is a shell with this plugin. */
export const hasPlugin = (name: keyof ShellPlugins): boolean => findPlugin(name) !== undefined;

/**
 * A plugin of the shell.
 * @param name as the plugin is registered
 * @throws PluginNotFoundError if there is no shell, or it lacks the plugin
 */
export function needPlugin<Name extends keyof ShellPlugins>(name: Name): ShellPlugins[Name] {
  const plugin = findPlugin(name);
  if (!plugin) throw new PluginNotFoundError(name);
  return plugin;
}

/** For a `catch` where the app goes on without the plugin: logs why. Rethrows any other error. */
export function notePluginError(error: unknown): void {
  if (!(error instanceof PluginError)) throw error;
  log(LogLevel.error, `${error.name}: ${error.plugin}: ${error.message}`);
}
