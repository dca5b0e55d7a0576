import { formatNumber } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import type { Usage } from './model/periods';
import { texts } from './texts';
import styles from './usage.module.css';

/** How field users and guests rated the calls of these days. */
export function RatingsPart({ ratings: { count, average } }: Pick<Usage, 'ratings'>) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <section className={styles.part}>
      <h2>{t('ratings')}</h2>
      {average === null ? (
        <p className={styles.quiet}>{t('ratingsNone')}</p>
      ) : (
        <>
          <p className={styles.total}>{t('ratingsLine', { average: formatNumber(average, language) })}</p>
          <p className={styles.quiet}>{t('ratingsCount', { count })}</p>
        </>
      )}
    </section>
  );
}
