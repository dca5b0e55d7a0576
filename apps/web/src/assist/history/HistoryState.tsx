import { IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { texts } from './texts';
import type { useHistory } from './use-history';

interface HistoryStateProps {
  readonly history: ReturnType<typeof useHistory>;
  readonly children: ReactNode;
  /** Placeholder while the calls load; by default rows of a list. */
  readonly skeleton?: ReactNode;
  /** What is shown without any calls; by default a notice. */
  readonly empty?: ReactNode;
}

/** Shows its children when there are calls, otherwise the loading, failed or empty state. */
export function HistoryState({ history, children, skeleton, empty }: HistoryStateProps) {
  const t = useTexts(texts);
  if (!history.records) {
    if (!history.isError) return skeleton ?? <SkeletonRows count={4} />;
    return <Failed title={t('failedTitle')} line={history.error.message} onRetry={() => void history.refetch()} />;
  }
  if (history.records.length > 0) return children;
  return (
    empty ?? (
      <Empty icon={<IconPhone size={40} stroke={1.75} aria-hidden="true" />} title={t('empty')} line={t('emptyLine')} />
    )
  );
}
