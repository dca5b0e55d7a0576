import { IconBell } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../app/i18n';
import { readNoticeTexts, writeNoticeTexts } from '../../data/notice-texts';
import { push, usePush } from '../../data/page-push';
import { LineButton } from '../../ui/Button';
import { showToast } from '../../ui/toast';
import { Switch } from '../../ui/Switch';
import { type Change, ConfirmChange } from './ConfirmChange';
import { Group } from './Group';
import { texts } from './texts';

const lines = {
  asking: 'notificationsWanted',
  blocked: 'notificationsBlocked',
  off: 'notificationsOff',
  on: 'notificationsOn',
  failed: 'notificationsFailed',
} as const;

/** Whether a notification says what was written: others may see the screen. */
function Texts() {
  const t = useTexts(texts);
  const [areShown, setShown] = useState<boolean | null>(null);
  useEffect(() => void readNoticeTexts().then(setShown), []);
  if (areShown === null) return null;
  const change = (are: boolean) => {
    setShown(are);
    void writeNoticeTexts(are).catch(() => {
      showToast(t('notKept'));
      void readNoticeTexts().then(setShown);
    });
  };
  return <Switch label={t('notificationsTexts')} isOn={areShown} onChange={change} />;
}

/** Whether anything comes to this device at all (Discover 3, notificationEnabled). */
function OnOff({ isOn }: { readonly isOn: boolean }) {
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
            apply: () => void (on ? push.turnOn() : push.turnOff()),
          })
        }
      />
      <ConfirmChange change={change} onClose={() => setChange(null)} />
    </>
  );
}

/** Whether calls ring here while the app is closed. The browser asks once, and only after a click. */
export function Notifications() {
  const t = useTexts(texts);
  const state = usePush();
  const [isAsking, setAsking] = useState(false);
  if (state === 'absent') return null;

  async function turnOn() {
    setAsking(true);
    await push.turnOn().finally(() => setAsking(false));
  }
  return (
    <Group title={t('notifications')} line={t(lines[state])}>
      {(state === 'on' || state === 'off') && <OnOff isOn={state === 'on'} />}
      {(state === 'on' || state === 'failed') && <Texts />}
      {(state === 'asking' || state === 'failed') && (
        <LineButton
          isField
          icon={<IconBell size={20} stroke={1.75} aria-hidden="true" />}
          aria-disabled={isAsking}
          onClick={() => void turnOn()}
        >
          {t(state === 'asking' ? 'notificationsTurnOn' : 'notificationsTryAgain')}
        </LineButton>
      )}
    </Group>
  );
}
