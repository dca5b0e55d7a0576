import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { PageTitle, SettingsPage } from '../../ui/page/SettingsPage';
import { BackToSections } from '../shell';
import { MenuEditing } from './MenuEditing';
import { texts } from './texts';

/** The menu editor. For admins. */
export function MenuPage() {
  const t = useTexts(texts);
  useTitle(t('title'));
  const { data, error, refetch } = useQuery({
    queryKey: ['menu-draft'],
    queryFn: () => api.getMenuDraft({}),
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
      {data && <MenuEditing first={data} />}
    </SettingsPage>
  );
}
