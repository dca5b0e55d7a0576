import type { UseQueryResult } from '@tanstack/react-query';
import { IconCamera } from '@tabler/icons-react';
import { useTexts } from '../../../shared/i18n';
import { FilledButton } from '../../../ui/controls/Button';
import { Failed } from '../../../ui/feedback/Notice';
import { Loading, SkeletonBlock } from '../../../ui/feedback/Skeleton';
import type { VisitPoint } from '../model/visit-points';
import { texts } from '../texts';
import { PointList } from './PointList';
import styles from './visit.module.css';

interface ReadingProps {
  readonly query: Pick<UseQueryResult<readonly VisitPoint[]>, 'isPending' | 'isError' | 'error' | 'refetch'>;
  readonly points: readonly VisitPoint[];
  readonly seen: ReadonlySet<number>;
  readonly onSelect: (contentId: number) => void;
  /** Null: there is nothing that the camera could recognize. */
  readonly onCamera: (() => void) | null;
}

/** The visit without a camera: all of its points as a list. */
export function Reading({ query, points, seen, onSelect, onCamera }: ReadingProps) {
  const t = useTexts(texts);
  return (
    <div className={styles.reading} data-theme="light">
      {query.isPending && (
        <Loading>
          <SkeletonBlock width="100%" height={240} />
        </Loading>
      )}
      {query.isError && points.length === 0 && (
        <Failed title={t('pointsFailed')} line={query.error?.message} onRetry={() => void query.refetch()} />
      )}
      {!query.isPending && !query.isError && <PointList points={points} seen={seen} onSelect={onSelect} />}
      {onCamera && (
        <FilledButton isField icon={<IconCamera size={20} stroke={1.75} aria-hidden="true" />} onClick={onCamera}>
          {t('openCamera')}
        </FilledButton>
      )}
    </div>
  );
}
