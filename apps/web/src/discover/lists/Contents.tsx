import { IconMoodEmpty, IconSearchOff } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { useTexts } from '../../shared/i18n';
import { TextButton } from '../../ui/controls/Button';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { texts as uiTexts } from '../../ui/texts';
import { showToast } from '../../shared/toast';
import { ContentRows, type CardStyle } from './ContentRows';
import { RowSkeletons } from './RowSkeletons';
import { texts } from './texts';
import type { useContents } from './use-contents';

const icon = { size: 40, stroke: 1.75, 'aria-hidden': true } as const;

interface ContentsProps {
  readonly contents: ReturnType<typeof useContents>;
  readonly label: string;
  readonly search: string;
  readonly onClear: () => void;
  /** The style of an item; default: a row. */
  readonly card?: CardStyle | undefined;
}

/** D8.5: offline, a toast is shown in addition to the list's message. */
function useOfflineToast(failure: Error | null) {
  const words = useTexts(uiTexts)('checkNetwork');
  useEffect(() => {
    if (failure && !navigator.onLine) showToast(words);
  }, [failure, words]);
}

/** A list of contents with all its states: loading, empty, error. */
export function Contents({ contents, label, search, onClear, card }: ContentsProps) {
  const t = useTexts(texts);
  const u = useTexts(uiTexts);
  const { source, items, isAsking } = contents;
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = source;
  const hasFailed = error !== null && !isFetchingNextPage;
  const isMoreMissing = isFetchNextPageError && !isFetchingNextPage;
  useOfflineToast(hasFailed ? error : null);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isMoreMissing) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isMoreMissing, fetchNextPage]);
  if (!items) {
    if (!hasFailed) return <RowSkeletons count={5} />;
    return navigator.onLine ? (
      <Failed title={t('listFailed')} line={error.message} onRetry={() => void refetch()} />
    ) : (
      <Failed title={t('noContents')} line={u('checkNetwork')} onRetry={() => void refetch()} />
    );
  }
  if (items.length === 0 && isAsking) return <RowSkeletons count={3} />;
  if (items.length === 0)
    return search.trim() === '' ? (
      <Empty icon={<IconMoodEmpty {...icon} />} title={t('noContents')} line={t('noContentsLine')} />
    ) : (
      <Empty icon={<IconSearchOff {...icon} />} title={t('noContents')} line={t('noMatchLine')}>
        <TextButton onClick={onClear}>{t('clearSearch')}</TextButton>
      </Empty>
    );
  return (
    <>
      <p className="visually-hidden" role="status">
        {search.trim() !== '' && !isAsking && t('found', { count: items.length })}
      </p>
      <ContentRows items={items} label={label} onNearEnd={more} card={card} />
      {isFetchingNextPage && <RowSkeletons count={2} />}
      {/* D8.4: the server's message is only shown for the first page. */}
      {(isMoreMissing || (hasFailed && !data)) && (
        <Failed
          title={t('moreFailed')}
          line={t('moreFailedLine')}
          onRetry={() => void (data ? fetchNextPage() : refetch())}
        />
      )}
    </>
  );
}
