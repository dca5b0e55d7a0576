/** What the bar and the rows do with contents, and the toasts that say so. */
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useRequest } from '../../shared/use-request';
import { api } from '../../platform';
import { TABLE } from './queries';
import { texts } from './texts';

type Ids = readonly number[];
type Done = 'published' | 'unpublished' | 'duplicated' | 'broughtBack' | 'datesSaved';

interface Moments {
  /** Undefined: no limit. */
  readonly liveFrom: string | undefined;
  readonly liveUntil: string | undefined;
}

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
  return {
    isBusy,
    problem,
    bringBack,
    publish: (ids: Ids) => run(ids, 'published', () => api.publishContents({ ids: [...ids], isDraft: false })),
    unpublish: (ids: Ids) => run(ids, 'unpublished', () => api.publishContents({ ids: [...ids], isDraft: true })),
    setDates: (ids: Ids, moments: Moments) =>
      run(ids, 'datesSaved', () => api.publishContents({ ids: [...ids], isDraft: false, ...moments })),
    duplicate: (ids: Ids) => run(ids, 'duplicated', () => api.duplicateContents({ ids: [...ids] })),
    remove: (ids: Ids) =>
      ask(async () => {
        await api.removeContents({ ids: [...ids] });
        await refresh();
        showToast(t('removed', { count: ids.length }), {
          label: t('undo'),
          run: () => void api.bringBackContents({ ids: [...ids] }).then(refresh),
        });
        onDone();
      }),
  };
}
export type Acts = ReturnType<typeof useActs>;
