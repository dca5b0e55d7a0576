import { IconPrinter } from '@tabler/icons-react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { linkTo } from '../../../platform/server-address';
import { useContentLanguage, useTexts } from '../../../shared/i18n';
import { useTitle } from '../../../shared/use-title';
import { FilledButton, TextButton } from '../../../ui/controls/Button';
import { Loading, SkeletonBlock } from '../../../ui/feedback/Skeleton';
import { TermsGate } from '../../about';
import { contentsClient } from '../../lists/model/contents-client';
import { PageHead } from '../../menu';
import { markerSheetsQuery } from '../model/marker-sheets';
import { texts } from '../texts';
import styles from './print.module.css';

/** A lower rating is said on the screen, so that nobody prints what is not found. */
const GOOD_RATING = 3;

function Sheets() {
  const t = useTexts(texts);
  const { data: markers, isError, refetch } = useQuery(markerSheetsQuery(useContentLanguage()));
  if (isError && !markers)
    return (
      <p role="alert" className={styles.line}>
        {t('markersFailed')} <TextButton onClick={() => void refetch()}>{t('tryAgain')}</TextButton>
      </p>
    );
  if (!markers)
    return (
      <Loading className={styles.sheets}>
        <SkeletonBlock width="100%" height={480} />
      </Loading>
    );
  if (markers.length === 0) return <p className={styles.line}>{t('noMarkers')}</p>;
  return (
    <>
      <div className={styles.actions}>
        <p>{t('printHow')}</p>
        <FilledButton icon={<IconPrinter size={20} stroke={1.75} aria-hidden="true" />} onClick={() => window.print()}>
          {t('print')}
        </FilledButton>
      </div>
      <ol className={styles.sheets}>
        {markers.map(({ imageUrl, sceneId, title, rating }, index) => (
          <li key={`${sceneId} ${imageUrl}`} className={styles.sheet}>
            <h2 className={styles.title}>{title}</h2>
            {/* Not lazy: what has not been seen would be printed white. */}
            <img
              src={imageUrl}
              alt={t('marker', { number: index + 1, count: markers.length })}
              className={styles.picture}
            />
            <p className={styles.use}>{t('printUse', { address: linkTo('/ar').replace(/^https?:\/\//, '') })}</p>
            {rating !== null && rating < GOOD_RATING && (
              <p className={styles.rating}>{t(rating === 0 ? 'notRecognized' : 'hardToRecognize')}</p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** `/ar/print`: the markers of all scenes, each on a sheet of A4. Outside of the shell, of which nothing is to be printed. */
export function PrintMarkers() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  useTitle(t('printTitle'));
  return (
    <QueryClientProvider client={contentsClient}>
      <main>
        <div className={styles.head}>
          <PageHead title={t('printTitle')} />
        </div>
        <TermsGate onCancel={() => void navigate({ to: '/main/', replace: true })}>
          <Sheets />
        </TermsGate>
      </main>
    </QueryClientProvider>
  );
}
