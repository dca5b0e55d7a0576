import { IconChevronRight, IconLayoutDashboard } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { useMe } from '../../platform';
import styles from './Me.module.css';
import { texts } from './texts';

/** Link to the back office, with what the user finds there. */
export function AdminLink() {
  const t = useTexts(texts);
  const { role } = useMe();
  return (
    <Link to="/admin" className={styles.entry}>
      <IconLayoutDashboard size={24} stroke={1.75} aria-hidden="true" />
      <span className={styles.words}>
        {t('adminOffice')}
        <span className={styles.state}>{t(role.code === 'ADMIN' ? 'adminOfficeLine' : 'operatorOfficeLine')}</span>
      </span>
      <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
    </Link>
  );
}
