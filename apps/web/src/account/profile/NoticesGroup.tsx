import { IconChevronRight, IconSpeakerphone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { noticePush, useNoticePush } from '../../platform/push/page-notices';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { Switch } from '../../ui/controls/Switch';
import { Group } from './Group';
import styles from './Me.module.css';
import { texts } from './texts';

const lines = {
  absent: 'noticesAbsent',
  blocked: 'noticesBlocked',
  off: 'noticesOff',
  setting: 'noticesSetting',
  on: 'noticesOn',
  offline: 'noticesOffline',
  noService: 'noticesNoService',
  failed: 'noticesFailed',
} as const;

/** Link to the list of notices. */
export function NoticesLink() {
  const t = useTexts(texts);
  return (
    <Link to="/notices" className={styles.entry}>
      <IconSpeakerphone size={24} stroke={1.75} aria-hidden="true" />
      <span className={styles.words}>{t('noticesAll')}</span>
      <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
    </Link>
  );
}

/** Whether a visitor gets notices by push, and the list of them. */
export function NoticesGroup() {
  const t = useTexts(texts);
  const state = useNoticePush();
  const [isBusy, setBusy] = useState(false);
  async function change(isOn: boolean) {
    if (isBusy) return;
    setBusy(true);
    try {
      await (isOn ? noticePush.turnOn() : noticePush.turnOff());
    } catch {
      showToast(t('notKept'));
    }
    setBusy(false);
  }
  return (
    <Group title={t('notices')}>
      {state !== 'absent' && state !== 'blocked' && (
        <Switch label={t('noticesHere')} isOn={state === 'on'} onChange={(isOn) => void change(isOn)} />
      )}
      <p role="status" className={styles.hint}>
        {t(lines[state])}
      </p>
      <NoticesLink />
    </Group>
  );
}
