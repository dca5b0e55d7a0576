import { useState } from 'react';
import { endAnalytics, hasAnalytics, turnAnalytics } from '../../platform/native/analytics';
import { PluginError } from '../../platform/native/shell';
import { choose, useIsChosen } from '../../platform/storage/device-choices';
import { useTexts } from '../../shared/i18n';
import { reportPluginError } from '../../shared/plugin-error';
import { showToast } from '../../shared/toast';
import { Switch } from '../../ui/controls/Switch';
import { Group } from './Group';
import { texts } from './texts';

/** Whether the analytics service of the brand may be told what is used. Only in builds that have one. */
export function AnalyticsGroup() {
  const t = useTexts(texts);
  const isOn = useIsChosen('analyticsAllowed');
  const [isBusy, setBusy] = useState(false);
  if (!hasAnalytics()) return null;
  async function change(on: boolean) {
    if (isBusy) return;
    setBusy(true);
    try {
      // Turned off, the app tells nothing more, whatever the plugin does.
      if (!on) choose('analyticsAllowed', false);
      await turnAnalytics(on);
      if (on) choose('analyticsAllowed', true);
    } catch (error) {
      // A plugin that was silent may have turned it on all the same.
      if (on) void endAnalytics();
      if (error instanceof PluginError) reportPluginError(error);
      else showToast(t('notKept'));
    }
    setBusy(false);
  }
  return (
    <Group title={t('analytics')} line={t('analyticsLine')}>
      <Switch label={t('analyticsHere')} isOn={isOn} onChange={(on) => void change(on)} />
    </Group>
  );
}
