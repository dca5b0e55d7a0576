import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform';
import { useScope } from '../../platform/session/scope-context';
import { useTexts } from '../../shared/i18n';
import { readEditDraft } from '../../shared/use-edit-draft';
import { useTitle } from '../../shared/use-title';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { PageTitle, SettingsPage } from '../../ui/page/SettingsPage';
import { BackToSections } from '../shell';
import { MENU_DRAFT, MenuEditing } from './MenuEditing';
import type { UnsavedMenu } from './model/menu-editor';
import { texts } from './texts';

/** The menu editor. For admins. */
export function MenuPage() {
  const t = useTexts(texts);
  const scope = useScope();
  useTitle(t('title'));
  const { data, error, refetch } = useQuery({
    queryKey: ['menu-draft'],
    queryFn: async () => ({
      unsaved: await readEditDraft<UnsavedMenu>(scope, MENU_DRAFT),
      first: await api.getMenuDraft({}),
    }),
    // What is being edited is not replaced behind the user's back; the server refuses what is out of date.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <SettingsPage isWide>
      <BackToSections />
      <PageTitle>{t('title')}</PageTitle>
      {!data && error && <Failed title={t('failed')} line={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={6} picture={48} />}
      {data && <MenuEditing {...data} />}
    </SettingsPage>
  );
}
