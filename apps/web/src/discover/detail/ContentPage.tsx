import { contentId as contentIdSchema, decode } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useEffectEvent } from 'react';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { startPage } from '../../shared/start-page';
import { useScreenView } from '../../shared/use-screen-view';
import { useTitle } from '../../shared/use-title';
import { ApiError } from '../../platform';
import { contentView } from '../../shared/analytics';
import { contentQuery } from '../lists/model/content-queries';
import { useSaved } from '../lists/model/saved-contents';
import { TextButton } from '../../ui/controls/Button';
import { Failed } from '../../ui/feedback/Notice';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import styles from './content-detail.module.css';
import { Detail, Frame } from './Detail';
import { NoContent } from './NoContent';
import { texts } from './texts';

/** Not found, or not allowed: the server does not distinguish them. */
const isNotFound = (error: unknown) => error instanceof ApiError && error.error === 'notFound';

function Skeleton() {
  return (
    <Loading>
      <div className={styles.page} data-has-hero="true">
        <div className={styles.hero} />
        <div className={styles.text}>
          <SkeletonBlock width="72%" height={28} />
          <SkeletonBlock width="40%" height={16} />
          <SkeletonBlock width="100%" height={120} />
        </div>
      </div>
    </Loading>
  );
}

function Gone() {
  const t = useTexts(texts);
  return (
    <Frame>
      <NoContent title={t('gone')} line={t('goneLine')} />
    </Frame>
  );
}

/** Fetches a content. While it loads, or if it fails, the saved copy is shown. */
function useContent(contentId: string | undefined) {
  const language = useContentLanguage();
  const decoded = decode(contentIdSchema, contentId, 'text');
  const id = decoded.success ? decoded.data : null;
  const query = useQuery({ ...contentQuery(language, id ?? 0), enabled: id !== null });
  const saved = useSaved().find(({ content }) => content.id === id);
  const isGone = id === null || isNotFound(query.error);
  // Rendered with low priority.
  const data = useDeferredValue(query.data);
  const item = isGone ? undefined : (data ?? saved);
  return { item, isGone, query, isCopy: query.isError && item === saved };
}

function Page({ isRequested }: { readonly isRequested: boolean }) {
  const t = useTexts(texts);
  const { contentId } = useParams({ strict: false });
  const { item, isGone, isCopy, query } = useContent(contentId);
  useTitle(item?.content.title ?? t(isGone ? 'gone' : 'content'));
  useScreenView('Content_Detail', contentId);
  const seenId = item?.content.id;
  const onSeen = useEffectEvent(() => item && contentView(item.content));
  useEffect(() => {
    if (seenId !== undefined) onSeen();
  }, [seenId]);
  const retry = () => void query.refetch();
  if (item) {
    const note = isCopy && (
      <p className={styles.note}>
        {t('savedCopy')} <TextButton onClick={retry}>{t('tryAgain')}</TextButton>
      </p>
    );
    return <Detail key={item.content.id} item={item} note={note} />;
  }
  if (!isGone && !query.isError) return <Skeleton />;
  // D8.8: a user who followed an external link is redirected to the start page.
  if (isRequested) return <Navigate to={startPage()} replace />;
  if (isGone) return <Gone />;
  return (
    <Frame>
      <Failed title={t('failed')} line={query.error?.message} onRetry={retry} />
    </Frame>
  );
}

/** A content at its own address. */
export const ContentPage = () => <Page isRequested={false} />;

/** The target of an external link. */
export const RequestedContentPage = () => <Page isRequested />;
