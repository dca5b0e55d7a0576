/** Calls of the mobile shell's plugins: the time limit of their answers, and their errors. Modules that browsers load too import it lazily. */
import type { PluginListener, ShellPlugins } from './plugins';
import { needPlugin, PluginError, PluginSilentError } from './shell';

/** Time limit of an answer. The first one includes the start of the native side. */
export const ANSWER_SECONDS = 20;

/** How long a caller waits for an answer. */
export interface Patience {
  readonly seconds: number;
  /** The plugin has answered or failed, however late. */
  readonly onAnswer: () => void;
}

type Ask<Name extends keyof ShellPlugins, Answer> = (plugin: ShellPlugins[Name]) => Promise<Answer>;

function toPluginError(name: string, error: unknown): PluginError {
  if (error instanceof PluginError) return error;
  const { message, code } = (error ?? {}) as { readonly message?: unknown; readonly code?: unknown };
  const words = typeof message === 'string' && message !== '' ? message : String(error);
  return new PluginError(name, words, typeof code === 'string' ? code : null);
}

/**
 * Calls a plugin that answers by itself.
 * @throws PluginNotFoundError if there is no shell, or it lacks the plugin
 * @throws PluginSilentError after 20 s without an answer, unless the caller sets another limit; what it answers later is dropped
 * @throws PluginError with the plugin's message if it fails
 */
export async function callPlugin<Name extends keyof ShellPlugins, Answer>(
  name: Name,
  ask: Ask<Name, Answer>,
  patience?: Patience,
): Promise<Answer> {
  const plugin = needPlugin(name);
  const seconds = patience?.seconds ?? ANSWER_SECONDS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PluginSilentError(name, seconds)), 1000 * seconds);
  });
  try {
    const answer = ask(plugin);
    if (patience) answer.then(patience.onAnswer, patience.onAnswer);
    return await Promise.race([answer, silence]);
  } catch (error) {
    throw toPluginError(name, error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Calls a plugin that waits for the user, without a time limit: the caller has asked it something else before, so that it is known to
 * answer.
 * @throws PluginNotFoundError @throws PluginError like `callPlugin`
 */
export async function callForUser<Name extends keyof ShellPlugins, Answer>(
  name: Name,
  ask: Ask<Name, Answer>,
): Promise<Answer> {
  const plugin = needPlugin(name);
  try {
    return await ask(plugin);
  } catch (error) {
    throw toPluginError(name, error);
  }
}

/**
 * Listens to an event of a plugin.
 * @throws PluginNotFoundError if there is no shell, or it lacks the plugin
 * @returns a function that stops it, and never rejects
 */
export function listenToPlugin<Name extends keyof ShellPlugins>(
  name: Name,
  listen: (plugin: ShellPlugins[Name]) => PluginListener | Promise<PluginListener>,
): () => Promise<void> {
  const added = Promise.resolve(listen(needPlugin(name)));
  return () => added.then((listener) => listener.remove()).catch(() => undefined);
}
