import { IconChartBar, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import styles from './Me.module.css';
import { texts } from './texts';

/** Link to the statistics. */
export function StatisticsLink() {
  const t = useTexts(texts);
  return (
    <Link to="/settings/statistics" className={styles.entry}>
      <IconChartBar size={24} stroke={1.75} aria-hidden="true" />
      <span className={styles.words}>
        {t('statisticsShort')}
        <span className={styles.state}>{t('statisticsLine')}</span>
      </span>
      <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
    </Link>
  );
}
