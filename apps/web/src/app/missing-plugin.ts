import { PluginNotFoundError } from '../native/shell';
import { showToast } from '../ui/toast';
import { texts } from './texts';

/** What a mobile shell was built without is said in words (Assist 1); everything else fails on. For the `catch` of who asked for it. */
export function sayMissing(error: unknown): void {
  if (!(error instanceof PluginNotFoundError)) throw error;
  showToast(texts.say('pluginMissing', { plugin: error.plugin }));
}
