import { useTexts } from '../../shared/i18n';
import { texts } from '../texts';
import { QuietButton } from './Button';

interface MoreButtonProps {
  /** An infinite query. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly className?: string | undefined;
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ query, className }: MoreButtonProps) {
  const t = useTexts(texts);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  if (!hasNextPage) return null;
  return (
    <QuietButton
      className={className}
      aria-disabled={isFetchingNextPage}
      onClick={() => void (isFetchingNextPage || fetchNextPage())}
    >
      {t(isFetchNextPageError ? 'tryAgain' : 'showMore')}
    </QuietButton>
  );
}
