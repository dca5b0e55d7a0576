import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTexts } from '../../shared/i18n';
import { useScreenView } from '../../shared/use-screen-view';
import { useTitle } from '../../shared/use-title';
import { push, usePush } from '../../platform/push/page-push';
import { useVisitorProfile } from '../../platform/storage/visitor-profile';
import { clearReceivedList, markReceivedSeen, receivedQuery } from './model/received-queries';
import { ButtonLink, FilledButton, TextButton } from '../../ui/controls/Button';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { showToast } from '../../shared/toast';
import { PageHead } from '../../discover/menu';
import { NotificationRow } from './NotificationRow';
import styles from './notifications.module.css';
import { texts } from './texts';
import { useScope } from '../../platform/session/scope-context';
import { ScopedQueries } from '../../shared/ScopedQueries';

/** What is missing for notifications: the browser's permission, which it asks for within a click, or a setting. */
function Missing() {
  const t = useTexts(texts);
  const state = usePush();
  const { notificationEnabled } = useVisitorProfile();
  if (state === 'on') return null;
  if (state === 'asking' && notificationEnabled)
    return <FilledButton onClick={() => void push.turnOn()}>{t('turnOn')}</FilledButton>;
  return (
    <ButtonLink to="/settings" kind="quiet">
      {t('settings')}
    </ButtonLink>
  );
}

function Nothing() {
  const t = useTexts(texts);
  return (
    <Empty icon={<IconBell size={40} stroke={1.75} aria-hidden="true" />} title={t('nothing')} line={t('nothingLine')}>
      <Missing />
    </Empty>
  );
}

function List() {
  const scope = useScope();
  const t = useTexts(texts);
  const { data: items, error, refetch } = useQuery(receivedQuery);
  useEffect(() => {
    if (items?.some(({ isRead }) => !isRead)) void markReceivedSeen(scope);
  }, [items, scope]);
  if (error) return <Failed title={t('failed')} line={t('failedLine')} onRetry={() => void refetch()} />;
  if (!items) return <SkeletonRows count={4} />;
  if (items.length === 0) return <Nothing />;
  return (
    <ul className={styles.list} aria-label={t('title')}>
      {items.map((item) => (
        <NotificationRow key={item.id} item={item} />
      ))}
    </ul>
  );
}

function Notifications() {
  const scope = useScope();
  const t = useTexts(texts);
  const { data: items } = useQuery(receivedQuery);
  useTitle(t('title'));
  useScreenView('Notifications');
  async function clear() {
    const putBack = await clearReceivedList(scope);
    showToast(t('cleared'), { label: t('undo'), run: putBack });
  }
  return (
    <>
      <PageHead title={t('title')}>
        {items && items.length > 0 && <TextButton onClick={() => void clear()}>{t('clear')}</TextButton>}
      </PageHead>
      <div className={styles.column}>
        <List />
      </div>
    </>
  );
}

/** The notifications received while the app was closed (D2.62). */
export const NotificationsPage = () => (
  <ScopedQueries>
    <Notifications />
  </ScopedQueries>
);
