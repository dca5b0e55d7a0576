import { IconChevronRight, IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { useMe } from '../../platform';
import { keysTexts } from '../keys';
import styles from './Me.module.css';

/** Link to the user's keys, with their state. */
export function KeysLink() {
  const t = useTexts(keysTexts);
  const { hasProtectedKeys = false } = useMe();
  return (
    <Link to="/settings/keys" className={styles.entry}>
      <IconKey size={24} stroke={1.75} aria-hidden="true" />
      <span className={styles.words}>
        {t(hasProtectedKeys ? 'changeShort' : 'protectShort')}
        <span className={styles.state}>{t(hasProtectedKeys ? 'ownLine' : 'serverLine')}</span>
      </span>
      <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
    </Link>
  );
}
