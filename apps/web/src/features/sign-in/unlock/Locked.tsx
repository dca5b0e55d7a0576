import type { Profile } from '@earth/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../app/i18n';
import { useTitle } from '../../../app/use-title';
import { session, useSession } from '../../../data';
import { unlock } from '../../../data/own-keys';
import { queryClient } from '../../../data/queries';
import { startRoomSending } from '../../../data/room-sending';
import { TextButton } from '../../../ui/Button';
import { lazyPart } from '../../../ui/lazy-part';
import { PartAwaited } from '../../../ui/PartFailed';
import { keysTexts, LostKeys, Protect, SecretForm } from '../../keys';
import { Frame } from '../Frame';
import styles from '../SignIn.module.css';
import { useHeadingFocus } from '../use-heading-focus';

/** Who has no keys here needs none of it. */
const Reachable = lazyPart(() => import('../../../app/Reachable'), 'Reachable', { Missing: PartAwaited });

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

/** Whoever has signed in, and whose keys are still in their vault, or are to be put into one. */
export function Locked() {
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
        <QueryClientProvider client={queryClient}>
          <Reachable key={profile.uniqueId} />
        </QueryClientProvider>
      )}
    </>
  );
}
