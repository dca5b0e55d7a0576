import type { Profile } from '@earth/contracts';
import { useState } from 'react';
import { useTexts } from '../../../app/i18n';
import { useTitle } from '../../../app/use-title';
import { session, useSession } from '../../../data';
import { unlock } from '../../../data/own-keys';
import { TextButton } from '../../../ui/Button';
import { keysTexts, LostKeys, SecretForm } from '../../keys';
import { Frame } from '../Frame';
import styles from '../SignIn.module.css';
import { useHeadingFocus } from '../use-heading-focus';

function Ask({ name, onLost }: { readonly name: string; readonly onLost: () => void }) {
  const t = useTexts(keysTexts);
  const heading = useHeadingFocus();
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.stepTitle}>
        {t('unlockTitle')}
      </h1>
      <p className={styles.intro}>{t('unlockLine', { name })}</p>
      <SecretForm action={t('unlock')} onGiven={unlock} onLost={onLost} />
      <TextButton className={styles.other} onClick={() => void session.signOut()}>
        {t('signOut')}
      </TextButton>
    </>
  );
}

function Steps({ profile }: { readonly profile: Profile }) {
  const [isLost, setLost] = useState(false);
  return isLost ? (
    <LostKeys profile={profile} onBack={() => setLost(false)} />
  ) : (
    <Ask name={profile.name} onLost={() => setLost(true)} />
  );
}

/** Whoever has signed in, and whose keys are still in their vault. */
export function Locked() {
  const t = useTexts(keysTexts);
  const profile = useSession((state) => (state.status === 'locked' ? state.profile : null));
  useTitle(t('unlockTitle'));
  if (!profile) return null;
  return (
    <Frame isCoverAside>
      <div className={styles.form}>
        <Steps profile={profile} />
      </div>
    </Frame>
  );
}
