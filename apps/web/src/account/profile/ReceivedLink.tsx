import { IconChevronRight, IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import styles from './Me.module.css';
import { texts } from './texts';

/** Link to the received notifications. */
export function ReceivedLink() {
  const t = useTexts(texts);
  return (
    <Link to="/notifications" className={styles.entry}>
      <IconHistory size={24} stroke={1.75} aria-hidden="true" />
      <span className={styles.words}>{t('notificationsReceived')}</span>
      <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
    </Link>
  );
}
