import { IconBell } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { readAreTextsShown, writeAreTextsShown } from '../../platform/push/notification-texts';
import { useNoticePush } from '../../platform/push/page-notices';
import { push, usePush } from '../../platform/push/page-push';
import { isFailure } from '../../platform/push/set-up-failure';
import { changeVisitorProfile, useVisitorProfile } from '../../platform/storage/visitor-profile';
import { openDeviceSettings } from '../../platform/native/permissions';
import { hasPlugin, isInShell } from '../../platform/native/shell';
import { reportPluginError } from '../../shared/plugin-error';
import { LineButton } from '../../ui/controls/Button';
import { showToast } from '../../shared/toast';
import { Switch } from '../../ui/controls/Switch';
import { type Change, ConfirmChange } from './ConfirmChange';
import { Group } from './Group';
import { texts } from './texts';

const lines = {
  absent: 'notificationsAbsent',
  asking: 'notificationsWanted',
  blocked: 'notificationsBlocked',
  off: 'notificationsOff',
  on: 'notificationsOn',
  offline: 'notificationsOffline',
  noService: 'notificationsNoService',
  failed: 'notificationsFailed',
} as const;

/** Whether notifications contain message texts: others may see the screen. */
function Texts() {
  const t = useTexts(texts);
  const [areShown, setShown] = useState<boolean | null>(null);
  useEffect(() => void readAreTextsShown().then(setShown), []);
  if (areShown === null) return null;
  const change = (are: boolean) => {
    setShown(are);
    void writeAreTextsShown(are).catch(() => {
      showToast(t('notKept'));
      void readAreTextsShown().then(setShown);
    });
  };
  return <Switch label={t('notificationsTexts')} isOn={areShown} onChange={change} />;
}

interface OnOffProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Whether this device receives notifications (D3.4). */
function OnOff({ isOn, onChange }: OnOffProps) {
  const t = useTexts(texts);
  const [change, setChange] = useState<Change | null>(null);
  return (
    <>
      <Switch
        label={t('notificationsHere')}
        isOn={isOn}
        onChange={(on) =>
          setChange({
            words: t(on ? 'notificationsOn' : 'notificationsOff'),
            apply: () => onChange(on),
          })
        }
      />
      <ConfirmChange change={change} onClose={() => setChange(null)} />
    </>
  );
}

/** The same setting for a visitor; it is used after a sign-in. */
export function NotificationsWanted() {
  const t = useTexts(texts);
  const { notificationEnabled } = useVisitorProfile();
  const isBlocked = useNoticePush() === 'blocked';
  function change(isOn: boolean) {
    try {
      changeVisitorProfile({ notificationEnabled: isOn });
    } catch {
      showToast(t('notKept'));
    }
  }
  const line = notificationEnabled ? 'notificationsSignedIn' : 'notificationsOff';
  return (
    <Group title={t('notifications')} line={t(isBlocked ? 'notificationsBlocked' : line)}>
      {!isBlocked && <OnOff isOn={notificationEnabled} onChange={change} />}
    </Group>
  );
}

/** Notifications of calls while the app is closed. The browser prompts once, and only within a click. */
export function Notifications() {
  const t = useTexts(texts);
  const state = usePush();
  const { notificationEnabled } = useVisitorProfile();
  const [isAsking, setAsking] = useState(false);
  const [change, setChange] = useState<Change | null>(null);
  // The shell has not said yet whether they are allowed.
  if (state === 'absent' && isInShell()) return null;
  const hasFailed = isFailure(state);
  const isBlockedInShell = state === 'blocked' && isInShell();
  const line = isBlockedInShell ? 'notificationsBlockedInShell' : lines[state];

  async function turnOn() {
    setAsking(true);
    await push.turnOn().finally(() => setAsking(false));
  }
  return (
    <Group title={t('notifications')} line={t(line)}>
      {(state === 'on' || state === 'off' || hasFailed) && (
        <OnOff isOn={state === 'on'} onChange={(on) => void (on ? push.turnOn() : push.turnOff())} />
      )}
      {(state === 'on' || hasFailed) && <Texts />}
      {isBlockedInShell && hasPlugin('Permissions') && (
        <LineButton isField onClick={() => void openDeviceSettings('notifications').catch(reportPluginError)}>
          {t('notificationsOpenSettings')}
        </LineButton>
      )}
      {(state === 'asking' || hasFailed) && (
        <LineButton
          isField
          icon={<IconBell size={20} stroke={1.75} aria-hidden="true" />}
          aria-disabled={isAsking}
          onClick={() => {
            // A setting that was off is a change, which needs a confirmation; otherwise only the browser has to prompt.
            if (notificationEnabled) void turnOn();
            else setChange({ words: t('notificationsOn'), apply: () => void turnOn() });
          }}
        >
          {t(state === 'asking' ? 'notificationsTurnOn' : 'notificationsTryAgain')}
        </LineButton>
      )}
      <ConfirmChange change={change} onClose={() => setChange(null)} />
    </Group>
  );
}
