import { IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../platform';
import buttons from '../controls/Button.module.css';
import { Empty } from '../feedback/Notice';
import { useTexts } from '../../shared/i18n';
import styles from './NotFound.module.css';
import { texts } from '../../shared/texts';
import { useTitle } from '../../shared/use-title';

/** «Not found» inside a shell. */
export function NothingHere() {
  const t = useTexts(texts);
  const isSignedIn = useSession(({ status }) => status === 'signedIn');
  useTitle(t('notFound'));
  return (
    <Empty
      icon={<IconMapOff size={40} stroke={1.75} aria-hidden="true" />}
      title={t('notFound')}
      line={t('notFoundLine')}
    >
      {/* Offline, a visitor starts at `/splash/`, because the root does not know the start page then. */}
      <Link to={isSignedIn ? '/' : '/splash/'} className={`${buttons.button} ${buttons.filled}`}>
        {t('toStart')}
      </Link>
    </Empty>
  );
}

/** «Not found» as a page of its own. */
export const NotFound = () => (
  <main className={styles.page}>
    <NothingHere />
  </main>
);
