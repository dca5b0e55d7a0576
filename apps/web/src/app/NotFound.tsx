import { IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import buttons from '../ui/Button.module.css';
import { Empty } from '../ui/Notice';
import { useTexts } from './i18n';
import styles from './NotFound.module.css';
import { texts } from './texts';
import { useTitle } from './use-title';

export function NotFound() {
  const t = useTexts(texts);
  useTitle(t('notFound'));
  return (
    <main className={styles.page}>
      <Empty
        icon={<IconMapOff size={40} stroke={1.75} aria-hidden="true" />}
        title={t('notFound')}
        line={t('notFoundLine')}
      >
        <Link to="/" className={`${buttons.button} ${buttons.filled}`}>
          {t('toStart')}
        </Link>
      </Empty>
    </main>
  );
}
