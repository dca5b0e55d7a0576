import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { beaconsQuery } from '../../discover/nearby/model/beacons-query';
import type { BeaconTrigger } from '../../discover/nearby/model/nearest';
import { contentsClient } from '../../discover/lists/model/contents-client';
import { tryScan } from '../../platform/native/beacons';
import { checkPermission, openDeviceSettings, requestPermission } from '../../platform/native/permissions';
import { hasPlugin, notePluginError, PluginError } from '../../platform/native/shell';
import { choose, useIsChosen } from '../../platform/storage/device-choices';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { reportPluginError } from '../../shared/plugin-error';
import { showToast } from '../../shared/toast';
import { useIsPageVisible } from '../../shared/use-page-visible';
import { LineButton } from '../../ui/controls/Button';
import { Switch } from '../../ui/controls/Switch';
import { Group } from './Group';
import styles from './Me.module.css';
import { texts } from './texts';

/** Asks for the permission, and tries the scan once, so that Bluetooth that is off is said now. @returns whether it is allowed */
async function turnOn(triggers: readonly BeaconTrigger[]): Promise<boolean> {
  if ((await requestPermission('beacons')) !== 'granted') return false;
  await tryScan(new Set(triggers.map(({ beacon }) => beacon.uuid)));
  choose('nearbyWanted', true);
  return true;
}

/** Whether the device finds what is nearby by beacons. Only where it can, and only if there are beacons. */
export function NearbyGroup() {
  const t = useTexts(texts);
  const isOn = useIsChosen('nearbyWanted');
  const [isRefused, setRefused] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isVisible = useIsPageVisible();
  useEffect(() => {
    if (!isOn || !isVisible) return undefined;
    let isCurrent = true;
    // The user may have withdrawn the permission in the device's settings, or given it there.
    checkPermission('beacons').then((state) => isCurrent && setRefused(state !== 'granted'), notePluginError);
    return () => {
      isCurrent = false;
    };
  }, [isOn, isVisible]);
  const { data } = useQuery(beaconsQuery(useContentLanguage()), contentsClient);
  if (!data || data.length === 0) return null;
  async function change(on: boolean) {
    if (isBusy || !data) return;
    setRefused(false);
    if (!on) return choose('nearbyWanted', false);
    setBusy(true);
    await turnOn(data)
      .then((isAllowed) => setRefused(!isAllowed))
      .catch((error: unknown) => (error instanceof PluginError ? reportPluginError(error) : showToast(t('notKept'))))
      .finally(() => setBusy(false));
  }
  return (
    <Group title={t('nearby')}>
      <Switch label={t('nearbyHere')} isOn={isOn} onChange={(on) => void change(on)} />
      <p role="status" className={styles.hint}>
        {t(isBusy ? 'nearbyTrying' : isRefused ? 'nearbyRefused' : 'nearbyLine')}
      </p>
      {isRefused && hasPlugin('Permissions') && (
        <LineButton isField onClick={() => void openDeviceSettings('app').catch(reportPluginError)}>
          {t('notificationsOpenSettings')}
        </LineButton>
      )}
    </Group>
  );
}
