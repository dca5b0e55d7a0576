import type { Content } from '@earth/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { contentsQuery, itemsOf } from '../lists/model/content-queries';
import { lazyPart } from '../../ui/feedback/lazy-part';
import { Failed } from '../../ui/feedback/Notice';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import { hasPlace } from './model/contact-rows';
import { stopsOf } from './Related';
import { texts } from './texts';

const Skeleton = () => (
  <Loading>
    <SkeletonBlock width="100%" height={360} />
  </Loading>
);

/** The map library is large: it is loaded when a map is opened. */
const PlacesMap = lazyPart(() => import('../map'), 'PlacesMap', { Waiting: Skeleton });

const placeOf = ({ id, title, lat, long }: Content, number: number | null) => ({
  id,
  title,
  place: [long, lat] as const,
  number,
});

/** The place of a content. */
export function PlaceMap({ content }: { readonly content: Content }) {
  const places = useMemo(() => [placeOf(content, null)], [content]);
  return <PlacesMap title={content.title} places={places} />;
}

/** The stops of an itinerary. */
export function StopsMap({ content: { id, title } }: { readonly content: Content }) {
  const t = useTexts(texts);
  const query = useInfiniteQuery(contentsQuery(useContentLanguage(), stopsOf(id)));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  // Numbered like the list; a stop without a place keeps its number.
  const places = useMemo(
    () =>
      data &&
      itemsOf(data.pages).flatMap(({ content }, index) => (hasPlace(content) ? [placeOf(content, index + 1)] : [])),
    [data],
  );
  if (isError && !data)
    return <Failed title={t('placesFailed')} line={query.error.message} onRetry={() => void query.refetch()} />;
  if (!places || (hasNextPage && !isError)) return <Skeleton />;
  return <PlacesMap title={title} places={places} />;
}
