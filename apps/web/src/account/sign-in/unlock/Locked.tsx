import type { Profile } from '@earth/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { useTitle } from '../../../shared/use-title';
import { session, useSession } from '../../../platform';
import { unlock } from '../../../platform/crypto/own-keys';
import { startRoomSending } from '../../../assist/rooms/model/room-sending';
import { TextButton } from '../../../ui/controls/Button';
import { keysTexts, LostKeys, Protect, SecretForm } from '../../keys';
import { Frame } from '../Frame';
import styles from '../SignIn.module.css';
import { useHeadingFocus } from '../use-heading-focus';
import { useScope } from '../../../platform/session/scope-context';
import { ScopedQueries } from '../../../shared/ScopedQueries';

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

/** The company requires protected keys: the requested page follows afterwards. */
function MustProtect({ profile }: { readonly profile: Profile }) {
  const scope = useScope();
  const t = useTexts(keysTexts);
  const heading = useHeadingFocus();
  // Messages written before are still sent, under the former keys.
  useEffect(() => {
    void startRoomSending(scope).catch(() => undefined);
  }, [scope]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.stepTitle}>
        {t('mustTitle')}
      </h1>
      <p className={styles.intro}>{t('mustLine', { company: profile.company.name })}</p>
      <Protect profile={profile} />
      <TextButton className={styles.other} onClick={() => void session.signOut()}>
        {t('signOut')}
      </TextButton>
    </>
  );
}

function Steps({ profile }: { readonly profile: Profile }) {
  const [isLost, setLost] = useState(false);
  return isLost ? (
    <div className={styles.lower}>
      <LostKeys profile={profile} onBack={() => setLost(false)} />
    </div>
  ) : (
    <Ask name={profile.name} onLost={() => setLost(true)} />
  );
}

/**
 * For a user who has signed in and whose keys are still locked in their vault, or must be put into one.
 * @param children makes the user reachable for calls; rendered while the former keys are still valid
 */
export function Locked({ children }: { readonly children: ReactNode }) {
  const t = useTexts(keysTexts);
  const profile = useSession((state) =>
    state.status === 'locked' || state.status === 'signedIn' ? state.profile : null,
  );
  const hasVault = useSession((state) => state.status === 'locked' && state.keyVault !== null);
  const isSignedIn = useSession(({ status }) => status === 'signedIn');
  useTitle(t(hasVault ? 'unlockTitle' : 'mustTitle'));
  if (!profile) return null;
  return (
    <>
      <Frame isCoverAside>
        <div className={styles.form}>{hasVault ? <Steps profile={profile} /> : <MustProtect profile={profile} />}</div>
      </Frame>
      {/* The former keys are still valid. Pushes show nothing while a page is visible, so this page must ring. */}
      {isSignedIn && <ScopedQueries>{children}</ScopedQueries>}
    </>
  );
}
