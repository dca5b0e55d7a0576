import type { Profile } from '@earth/contracts';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { prepareKeys, replaceKeys, storeKeys } from '../../platform/crypto/own-keys';
import { FilledButton } from '../../ui/controls/Button';
import { showToast } from '../../shared/toast';
import { Encryption } from './Encryption';
import { KeySetup } from './KeySetup';
import styles from './keys.module.css';
import { texts } from './texts';
import { Hindrance } from './Hindrance';
import { useKeyChangeHindrance } from './use-hindrance';

/** Explains benefits and consequences. */
function Offer({ email, onContinue }: { readonly email: string; readonly onContinue: () => void }) {
  const t = useTexts(texts);
  const hindrance = useKeyChangeHindrance();
  return (
    <div className={styles.step}>
      <Encryption hasProtectedKeys={false} />
      <p>{t('offer')}</p>
      <ul className={styles.list}>
        <li>{t('offerNewDevice')}</li>
        <li>{t('offerLost')}</li>
        <li>{t('offerOthers')}</li>
        <li>{t('offerDevices')}</li>
      </ul>
      <FilledButton isField disabled={hindrance !== null} onClick={onContinue}>
        {t('start')}
      </FilledButton>
      <Hindrance is={hindrance} email={email} />
    </div>
  );
}

/**
 * Replaces server-made keys with protected ones.
 * @param profile the owner: signed in, or about to be
 */
export function Protect({ profile }: { readonly profile: Profile }) {
  const t = useTexts(texts);
  const [isOn, setOn] = useState(false);
  if (!isOn) return <Offer email={profile.email} onContinue={() => setOn(true)} />;
  return (
    <KeySetup
      owner={profile}
      action={t('protect')}
      create={(passphrase) => prepareKeys(profile, passphrase, false)}
      store={async (made) => {
        await replaceKeys(made);
        await storeKeys(made);
        showToast(t('protectedNow'));
      }}
    />
  );
}
