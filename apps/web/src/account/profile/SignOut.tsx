import { IconLogout } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { session, useMe } from '../../platform';
import { useUnsent } from '../../assist/rooms/model/use-unsent';
import { Avatar } from '../../ui/pictures/Avatar';
import { LineButton } from '../../ui/controls/Button';
import { Question } from '../../ui/overlay/Question';
import { OwnFacts } from './Card';
import styles from './Me.module.css';
import { texts } from './texts';

/** D9.7: a delay before the session ends. */
const DELAY_MS = 200;

/** Signs out after a confirmation (D2.37). */
export function SignOut() {
  const t = useTexts(texts);
  const me = useMe();
  const unsent = useUnsent().all;
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);

  async function leave() {
    if (isLeaving) return;
    setLeaving(true);
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
    await session.signOut();
    await navigate({ to: '/login/', search: {}, replace: true });
  }
  return (
    <>
      <LineButton
        id="sign-out"
        isField
        isDanger
        icon={<IconLogout size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {t('signOut')}
      </LineButton>
      <Question
        isOpen={isAsking}
        title={t('signOutQuestion')}
        yes={t('signOut')}
        isDanger
        isBusy={isLeaving}
        onYes={() => void leave()}
        onClose={() => setAsking(false)}
      >
        <div className={styles.who}>
          <Avatar id={me.uniqueId} name={me.name} size="medium" />
          <div className={styles.words}>
            <p className={styles.name}>{me.name}</p>
            <OwnFacts />
          </div>
        </div>
        <p className={styles.quiet}>{t(me.hasProtectedKeys ? 'signOutLineProtected' : 'signOutLine')}</p>
        {unsent > 0 && <p className={styles.lost}>{t('unsentLost', { count: unsent })}</p>}
      </Question>
    </>
  );
}
