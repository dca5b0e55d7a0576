import { useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { setKnownKeysSync, restoreKnownKeys, useKnownKeysSync } from '../../platform/crypto/kept-known-keys';
import { Switch } from '../../ui/controls/Switch';
import styles from './keys.module.css';
import { texts } from './texts';

/** Whether compared keys are kept across sign-outs. */
export function KeepKnown() {
  const t = useTexts(texts);
  const kept = useKnownKeysSync();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => void restoreKnownKeys(), []);
  if (kept === null) return null;
  const change = async (isOn: boolean) => {
    setFailed(false);
    await setKnownKeysSync(isOn).catch(() => setFailed(true));
  };
  return (
    <div className={styles.choice}>
      <Switch label={t('keepKnown')} isOn={kept !== 'off'} onChange={(isOn) => void change(isOn)} />
      <p className={styles.hint}>{t('keepKnownLine')}</p>
      {kept === 'unreadable' && <p role="alert">{t('keepKnownUnreadable')}</p>}
      {hasFailed && <p role="alert">{t('keepKnownFailed')}</p>}
    </div>
  );
}
