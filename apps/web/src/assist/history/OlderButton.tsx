import { useTexts } from '../../shared/i18n';
import { TextButton } from '../../ui/controls/Button';
import { texts } from './texts';
import type { useHistory } from './use-history';

/** Loads the next page, if there is one. */
export function OlderButton({ history }: { readonly history: ReturnType<typeof useHistory> }) {
  const t = useTexts(texts);
  if (!history.hasNextPage) return null;
  return (
    <TextButton aria-disabled={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
      {t(history.isFetchingNextPage ? 'loadingOlder' : 'showOlder')}
    </TextButton>
  );
}
