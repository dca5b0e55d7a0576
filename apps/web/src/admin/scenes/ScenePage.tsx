import { useQuery } from '@tanstack/react-query';
import { ApiError, api } from '../../platform';
import { useScope } from '../../platform/session/scope-context';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { readEditDraft } from '../../shared/use-edit-draft';
import { useTitle } from '../../shared/use-title';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { NothingHere } from '../../ui/page/NotFound';
import { BackLink, PageTitle, SettingsPage } from '../../ui/page/SettingsPage';
import type { SceneDraft } from './model/scene-editor';
import { SceneEditing, sceneDraftName } from './SceneEditing';
import { texts } from './texts';

/** The editor of a scene. */
export function ScenePage({ contentId }: { readonly contentId: number }) {
  const t = useTexts(texts);
  const l = useContentLanguage();
  const scope = useScope();
  const { data: title } = useQuery({
    queryKey: ['scene-title', l, contentId],
    queryFn: async () => (await api.getScene({ contentId, l })).content.title,
  });
  const { data, error, refetch } = useQuery({
    queryKey: ['edited-scene', contentId],
    queryFn: async () => ({
      draft: await readEditDraft<SceneDraft>(scope, sceneDraftName(contentId)),
      first: await api.getEditableScene({ contentId }),
    }),
    // What is being edited is not replaced behind the user's back; the server refuses what is out of date.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useTitle(title ?? t('title'));
  if (error instanceof ApiError && error.error === 'notFound') return <NothingHere />;
  return (
    <SettingsPage isWide>
      <BackLink to="/admin/scenes" label={t('backToScenes')} />
      <PageTitle dir="auto">{title ?? '…'}</PageTitle>
      {!data && error && <Failed title={t('sceneFailed')} line={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={6} picture={64} />}
      {data && <SceneEditing contentId={contentId} {...data} />}
    </SettingsPage>
  );
}
