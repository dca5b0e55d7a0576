import { useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { createKnownKeysSync, useKnownKeysSync } from '../../platform/crypto/kept-known-keys';
import { useScoped } from '../../platform/session/scope-context';
import { Switch } from '../../ui/controls/Switch';
import styles from './keys.module.css';
import { texts } from './texts';

/** Whether compared keys are kept across sign-outs. */
export function KeepKnown() {
  const t = useTexts(texts);
  const known = useScoped(createKnownKeysSync);
  const sync = useKnownKeysSync();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => void known.restore(), [known]);
  if (sync === null) return null;
  const change = async (isOn: boolean) => {
    setFailed(false);
    await known.switchTo(isOn).catch(() => setFailed(true));
  };
  return (
    <div className={styles.choice}>
      <Switch label={t('keepKnown')} isOn={sync !== 'off'} onChange={(isOn) => void change(isOn)} />
      <p className={styles.hint}>{t('keepKnownLine')}</p>
      {sync === 'unreadable' && <p role="alert">{t('keepKnownUnreadable')}</p>}
      {hasFailed && <p role="alert">{t('keepKnownFailed')}</p>}
    </div>
  );
}
