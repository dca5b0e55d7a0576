/** What the bar and the rows do with contents, and the toasts that say so. */
import type { CallInput, ContentTableRow, publishContents } from '@earth/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useRequest } from '../../shared/use-request';
import { ApiError, api } from '../../platform';
import { TABLE } from './queries';
import { texts } from './texts';

type Ids = readonly number[];
type Done = 'published' | 'publishedDated' | 'unpublished' | 'duplicated' | 'broughtBack' | 'datesSaved';

/** Absent: stays as it is; null: no limit. */
export type Moments = Pick<CallInput<typeof publishContents>, 'liveFrom' | 'liveUntil'>;

/** @param onDone after a success */
export function useActs(onDone: () => void) {
  const t = useTexts(texts);
  const queryClient = useQueryClient();
  const { ask, isBusy, problem } = useRequest();
  const refresh = () => queryClient.invalidateQueries({ queryKey: TABLE });

  const run = (ids: Ids, done: Done, act: () => Promise<unknown>) =>
    ask(async () => {
      await act();
      await refresh();
      showToast(t(done, { count: ids.length }));
      onDone();
    });

  const bringBack = (ids: Ids) => run(ids, 'broughtBack', () => api.bringBackContents({ ids: [...ids] }));
  /** From the toast, when the bar is gone: a refusal is told by the next toast, which offers it again. */
  const undoRemoval = async (ids: Ids): Promise<void> => {
    try {
      await api.bringBackContents({ ids: [...ids] });
      await refresh();
    } catch (error) {
      const reason = error instanceof ApiError && error.message;
      showToast(reason || t('undoFailed'), { label: t('undo'), run: () => void undoRemoval(ids) });
    }
  };
  return {
    isBusy,
    problem,
    bringBack,
    publish: (rows: readonly ContentTableRow[]) => {
      const ids = rows.map(({ id }) => id);
      const areDated = rows.some(({ liveFrom, liveUntil }) => liveFrom !== null || liveUntil !== null);
      return run(ids, areDated ? 'publishedDated' : 'published', () => api.publishContents({ ids, isDraft: false }));
    },
    unpublish: (ids: Ids) => run(ids, 'unpublished', () => api.publishContents({ ids: [...ids], isDraft: true })),
    setDates: (ids: Ids, moments: Moments) =>
      run(ids, 'datesSaved', () => api.publishContents({ ids: [...ids], ...moments })),
    duplicate: (ids: Ids) => run(ids, 'duplicated', () => api.duplicateContents({ ids: [...ids] })),
    remove: (ids: Ids) =>
      ask(async () => {
        await api.removeContents({ ids: [...ids] });
        await refresh();
        showToast(t('removed', { count: ids.length }), { label: t('undo'), run: () => void undoRemoval(ids) });
        onDone();
      }),
  };
}
export type Acts = ReturnType<typeof useActs>;
