import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { beaconsQuery } from '../../discover/nearby/model/beacons-query';
import type { BeaconTrigger } from '../../discover/nearby/model/nearest';
import { contentsClient } from '../../discover/lists/model/contents-client';
import { tryScan } from '../../platform/native/beacons';
import { REFUSED } from '../../platform/native/beacons-in-browser';
import {
  checkPermission,
  openDeviceSettings,
  type PermissionAnswer,
  requestPermission,
} from '../../platform/native/permissions';
import { hasPlugin, isInShell, notePluginError, PluginError } from '../../platform/native/shell';
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

/** A browser does not say: it asks when the scan begins. */
const isAllowed = (state: PermissionAnswer) => state === 'granted' || state === 'unknown';

/** Asks for the permission, and tries the scan once, so that Bluetooth that is off is said now. @returns whether it is allowed */
async function turnOn(triggers: readonly BeaconTrigger[]): Promise<boolean> {
  if (!isAllowed(await requestPermission('beacons'))) return false;
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
    checkPermission('beacons').then((state) => isCurrent && setRefused(!isAllowed(state)), notePluginError);
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
      .then((isOn) => setRefused(!isOn))
      .catch((error: unknown) => {
        if (!(error instanceof PluginError)) showToast(t('notKept'));
        else if (error.code === REFUSED) setRefused(true);
        else reportPluginError(error);
      })
      .finally(() => setBusy(false));
  }
  return (
    <Group title={t('nearby')}>
      <Switch label={t('nearbyHere')} isOn={isOn} onChange={(on) => void change(on)} />
      <p role="status" className={styles.hint}>
        {t(isBusy ? 'nearbyTrying' : isRefused ? (isInShell() ? 'nearbyRefused' : 'nearbyBlocked') : 'nearbyLine')}
      </p>
      {isRefused && hasPlugin('Permissions') && (
        <LineButton isField onClick={() => void openDeviceSettings('app').catch(reportPluginError)}>
          {t('notificationsOpenSettings')}
        </LineButton>
      )}
    </Group>
  );
}
