import type { Profile } from '@earth/contracts';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { useTitle } from '../../../shared/use-title';
import { session, useSession } from '../../../platform';
import { unlock } from '../../../platform/crypto/own-keys';
import { startRoomSending } from '../../../assist/rooms/model/room-sending';
import { keysTexts, LostKeys, Protect, SecretForm } from '../../keys';
import { Frame } from '../Frame';
import { Intro, Lowered, OtherButton, StepBody, StepTitle } from '../StepParts';
import { useScope } from '../../../platform/session/scope-context';

function Ask({ name, onLost }: { readonly name: string; readonly onLost: () => void }) {
  const t = useTexts(keysTexts);
  return (
    <>
      <StepTitle>{t('unlockTitle')}</StepTitle>
      <Intro>{t('unlockLine', { name })}</Intro>
      <SecretForm action={t('unlock')} onGiven={unlock} onLost={onLost} />
      <OtherButton onClick={() => void session.signOut()}>{t('signOut')}</OtherButton>
    </>
  );
}

/** The company requires protected keys: the requested page follows afterwards. */
function MustProtect({ profile }: { readonly profile: Profile }) {
  const scope = useScope();
  const t = useTexts(keysTexts);
  // Messages written before are still sent, under the former keys.
  useEffect(() => {
    void startRoomSending(scope).catch(() => undefined);
  }, [scope]);
  return (
    <>
      <StepTitle>{t('mustTitle')}</StepTitle>
      <Intro>{t('mustLine', { company: profile.company.name })}</Intro>
      <Protect profile={profile} />
      <OtherButton onClick={() => void session.signOut()}>{t('signOut')}</OtherButton>
    </>
  );
}

function Steps({ profile }: { readonly profile: Profile }) {
  const [isLost, setLost] = useState(false);
  return isLost ? (
    <Lowered>
      <LostKeys profile={profile} onBack={() => setLost(false)} />
    </Lowered>
  ) : (
    <Ask name={profile.name} onLost={() => setLost(true)} />
  );
}

/** For a user who has signed in and whose keys are still locked in their vault, or must be put into one. */
export function Locked() {
  const t = useTexts(keysTexts);
  const profile = useSession((state) =>
    state.status === 'locked' || state.status === 'signedIn' ? state.profile : null,
  );
  const hasVault = useSession((state) => state.status === 'locked' && state.keyVault !== null);
  useTitle(t(hasVault ? 'unlockTitle' : 'mustTitle'));
  if (!profile) return null;
  return (
    <Frame isCoverAside>
      <StepBody>{hasVault ? <Steps profile={profile} /> : <MustProtect profile={profile} />}</StepBody>
    </Frame>
  );
}
