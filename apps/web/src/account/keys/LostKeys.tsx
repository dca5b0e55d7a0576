import type { Profile } from '@earth/contracts';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { type NewKeys, prepareKeys, replaceKeys, storeKeys } from '../../platform/crypto/own-keys';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { KeySetup } from './KeySetup';
import styles from './keys.module.css';
import { texts } from './texts';
import { useStepFocus } from './use-step-focus';

/** The consequences, before anything is done. */
function Before({ onContinue, onBack }: { readonly onContinue: () => void; readonly onBack: () => void }) {
  const t = useTexts(texts);
  const heading = useStepFocus();
  return (
    <div className={styles.step}>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('lostTitle')}
      </h1>
      <p className={styles.warning}>{t('lostWarning')}</p>
      <p className={styles.quiet}>{t('lostLine')}</p>
      <FilledButton isField isDanger onClick={onContinue}>
        {t('makeNew')}
      </FilledButton>
      <QuietButton isField onClick={onBack}>
        {t('back')}
      </QuietButton>
    </div>
  );
}

/** Afterwards. */
function After({ onDone }: { readonly onDone: () => Promise<void> }) {
  const t = useTexts(texts);
  const heading = useStepFocus();
  return (
    <div className={styles.step}>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('lostDone')}
      </h1>
      <p className={styles.warning}>{t('lostDoneWarning')}</p>
      <p className={styles.quiet}>{t('lostDoneLine')}</p>
      <FilledButton isField onClick={() => void onDone().catch(() => undefined)}>
        {t('goOn')}
      </FilledButton>
    </div>
  );
}

/** For a user with neither passphrase nor recovery code: creates new keys; what was sealed before is lost. */
export function LostKeys({ profile, onBack }: { readonly profile: Profile; readonly onBack: () => void }) {
  const t = useTexts(texts);
  const [state, setState] = useState<'before' | 'setup' | NewKeys>('before');
  if (state === 'before') return <Before onContinue={() => setState('setup')} onBack={onBack} />;
  if (state !== 'setup') return <After onDone={() => storeKeys(state)} />;
  return (
    <>
      <h1 className={styles.heading}>{t('newPassphrase')}</h1>
      <KeySetup
        owner={profile}
        action={t('useNew')}
        create={(passphrase) => prepareKeys(profile, passphrase, true)}
        store={async (made) => {
          await replaceKeys(made);
          setState(made);
        }}
      />
    </>
  );
}
