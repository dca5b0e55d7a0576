import type { Profile } from '@earth/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { useTitle } from '../../../shared/use-title';
import { session, useSession } from '../../../platform';
import { unlock } from '../../../platform/crypto/own-keys';
import { queryClient } from '../../../shared/queries';
import { startRoomSending } from '../../../assist/rooms/model/room-sending';
import { TextButton } from '../../../ui/controls/Button';
import { keysTexts, LostKeys, Protect, SecretForm } from '../../keys';
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

/** The company requires keys of one's own: what was asked for comes after. */
function MustProtect({ profile }: { readonly profile: Profile }) {
  const t = useTexts(keysTexts);
  const heading = useHeadingFocus();
  // What was written before is still sent, under the keys of before.
  useEffect(() => {
    void startRoomSending().catch(() => undefined);
  }, []);
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
 * For a person who has signed in and whose keys are still in their vault, or are to be put into one.
 * @param children What makes a signed-in person reachable for calls. It is shown if the keys of before are still good.
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
      {/* The keys of before are still good. And what is pushed shows nothing beside a page in sight: that page rings. */}
      {isSignedIn && (
        <QueryClientProvider key={profile.uniqueId} client={queryClient}>
          {children}
        </QueryClientProvider>
      )}
    </>
  );
}
