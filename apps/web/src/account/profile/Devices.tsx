import { IconChevronRight, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useMe } from '../../platform';
import { openPart } from '../../ui/feedback/lazy-part';
import { DevicesDialog, useCall } from '../../assist/calls';
import styles from './Me.module.css';
import { texts } from './texts';

/** The devices for calls. An incoming call needs them, so the dialog closes. */
export function Devices() {
  const t = useTexts(texts);
  const me = useMe();
  const { phase } = useCall().view;
  const isInCall = phase === 'calling' || phase === 'inCall';
  const [isOpen, setOpen] = useState(false);
  if (isOpen && isInCall) setOpen(false);
  return (
    <>
      <button type="button" className={styles.entry} onClick={() => void openPart(DevicesDialog, () => setOpen(true))}>
        <IconSettings size={24} stroke={1.75} aria-hidden="true" />
        <span className={styles.words}>
          {t('devices')}
          <span className={styles.state}>{t('devicesLine')}</span>
        </span>
        <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
      </button>
      {isOpen && <DevicesDialog onClose={() => setOpen(false)} me={me} />}
    </>
  );
}
