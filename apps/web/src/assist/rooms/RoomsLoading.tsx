import { formatPercent } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { Progress } from '../../ui/feedback/Progress';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import styles from './rooms.module.css';
import { texts } from './texts';

/** The end of a list that is loading: placeholders, and the progress, always visible. */
export function RoomsLoading({ percentage }: { readonly percentage: number }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <>
      <SkeletonRows count={3} />
      <div className={styles.coming}>
        <p className={styles.comingWords} aria-hidden="true">
          {t('loadingRooms')} <span className={styles.percentage}>{formatPercent(percentage / 100, language)}</span>
        </p>
        <Progress label={t('loadingRooms')} value={percentage / 100} />
      </div>
    </>
  );
}
