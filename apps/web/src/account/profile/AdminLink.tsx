import { IconChevronRight, IconLayoutDashboard } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import styles from './Me.module.css';
import { texts } from './texts';

/** Link to the back office. */
export function AdminLink() {
  const t = useTexts(texts);
  return (
    <Link to="/admin" className={styles.entry}>
      <IconLayoutDashboard size={24} stroke={1.75} aria-hidden="true" />
      <span className={styles.words}>
        {t('adminOffice')}
        <span className={styles.state}>{t('adminOfficeLine')}</span>
      </span>
      <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
    </Link>
  );
}
