import { IconChevronRight, IconCompass } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { startPage } from '../../shared/start-page';
import styles from './Me.module.css';
import { texts } from './texts';

/** Link to Discover; on a desktop the rail has it too. */
export function ExploreLink() {
  const t = useTexts(texts);
  return (
    <Link to={startPage()} className={styles.entry}>
      <IconCompass size={24} stroke={1.75} aria-hidden="true" />
      <span className={styles.words}>
        {t('explore')}
        <span className={styles.state}>{t('exploreLine')}</span>
      </span>
      <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
    </Link>
  );
}
