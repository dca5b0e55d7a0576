import { PluginNotFoundError } from '../platform/native/shell';
import { showToast } from './toast';
import { texts } from './texts';

/** What a mobile shell was built without is said in words (A1.14); everything else fails on. For the `catch` of who asked for it. */
export function sayMissing(error: unknown): void {
  if (!(error instanceof PluginNotFoundError)) throw error;
  showToast(texts.say('pluginMissing', { plugin: error.plugin }));
}
