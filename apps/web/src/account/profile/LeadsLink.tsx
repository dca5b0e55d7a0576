import { IconChevronRight, IconMailbox } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import styles from './Me.module.css';
import { texts } from './texts';

/** Link to the leads of the contact form. */
export function LeadsLink() {
  const t = useTexts(texts);
  return (
    <Link to="/settings/leads" className={styles.entry}>
      <IconMailbox size={24} stroke={1.75} aria-hidden="true" />
      <span className={styles.words}>
        {t('leads')}
        <span className={styles.state}>{t('leadsLine')}</span>
      </span>
      <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
    </Link>
  );
}
