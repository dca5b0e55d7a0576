import { PluginNotFoundError } from '../platform/native/shell';
import { showToast } from './toast';
import { texts } from './texts';

/** For a `catch`: shows a message if the mobile shell lacks a plugin (A1.14); rethrows any other error. */
export function reportMissingPlugin(error: unknown): void {
  if (!(error instanceof PluginNotFoundError)) throw error;
  showToast(texts.say('pluginMissing', { plugin: error.plugin }));
}
