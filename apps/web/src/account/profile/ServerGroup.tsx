import { IconServer } from '@tabler/icons-react';
import { useState } from 'react';
import { isInShell } from '../../platform/native/shell';
import { leaveServer } from '../../platform/leave-server';
import { isServerChosen, serverOrigin } from '../../platform/server-address';
import { useSession } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { LineButton } from '../../ui/controls/Button';
import { Question } from '../../ui/overlay/Question';
import { Group } from './Group';
import styles from './Me.module.css';
import { texts } from './texts';

/** In the mobile app: the server that it talks to. It can be changed unless the build names it. */
export function ServerGroup() {
  const t = useTexts(texts);
  const isSignedIn = useSession(({ status }) => status === 'signedIn');
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const origin = serverOrigin();
  if (!isInShell() || origin === null) return null;
  const leave = () => {
    setLeaving(true);
    void leaveServer();
  };
  return (
    <Group title={t('server')}>
      <p dir="ltr">{new URL(origin).host}</p>
      {isServerChosen() && (
        <div className={styles.acts}>
          <LineButton
            isField
            icon={<IconServer size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => setAsking(true)}
          >
            {t('changeServer')}
          </LineButton>
        </div>
      )}
      <Question
        isOpen={isAsking}
        title={t('changeServerQuestion')}
        yes={t('changeServer')}
        isBusy={isLeaving}
        onYes={leave}
        onClose={() => setAsking(false)}
      >
        <p className={styles.quiet}>{t(isSignedIn ? 'changeServerSignsOut' : 'changeServerLine')}</p>
      </Question>
    </Group>
  );
}
