import { PluginError, PluginNotFoundError, PluginSilentError } from '../platform/native/shell';
import { showToast } from './toast';
import { texts } from './texts';

function wordsOf(error: PluginError): string {
  const { plugin, message } = error;
  if (error instanceof PluginNotFoundError) return texts.say('pluginMissing', { plugin });
  if (error instanceof PluginSilentError) return texts.say('pluginSilent', { plugin });
  return texts.say('pluginFailed', { plugin, reason: message });
}

/** For a `catch`: says what a plugin of the mobile shell does not do (A1.14); rethrows any other error. */
export function reportPluginError(error: unknown): void {
  if (!(error instanceof PluginError)) throw error;
  showToast(wordsOf(error));
}
