import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { session, useSession } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { QuietButton } from '../../ui/controls/Button';
import { Question } from '../../ui/overlay/Question';
import { texts } from './texts';

/** Signs out after a confirmation, and fills in the address for a new code; after it this page is open again. */
export function SignInAgain({ email }: { readonly email: string }) {
  const t = useTexts(texts);
  // It ends while this is shown.
  const hasProtectedKeys = useSession(
    (state) => state.status === 'signedIn' && state.profile.hasProtectedKeys === true,
  );
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    await session.signOut();
    const hash = new URLSearchParams({ email }).toString();
    await navigate({ to: '/login/', search: { to: '/settings/keys' }, hash, replace: true });
  }
  return (
    <>
      <QuietButton onClick={() => setAsking(true)}>{t('signInAgain')}</QuietButton>
      <Question
        isOpen={isAsking}
        title={t('signInAgainQuestion')}
        yes={t('signInAgain')}
        isDanger={hasProtectedKeys}
        isBusy={isLeaving}
        onYes={() => void leave()}
        onClose={() => setAsking(false)}
      >
        <p>{t('signInAgainLine', { email })}</p>
        {hasProtectedKeys && <p>{t('signInAgainProtected')}</p>}
        <p>{t('signInAgainDrafts')}</p>
      </Question>
    </>
  );
}
