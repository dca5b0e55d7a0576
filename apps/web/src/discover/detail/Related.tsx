import { type Content, ContentView, NEARBY_METRES } from '@earth/contracts';
import { IconMapPinOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { contentsQuery, itemsOf, type ListFilters } from '../lists/model/content-queries';
import { MoreButton } from '../../ui/controls/MoreButton';
import { LinkedItem, RowLink } from '../../ui/rows/RowLink';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import { ContentImage } from './ContentImage';
import styles from './related.module.css';
import { texts } from './texts';

function Place({ content, number }: { readonly content: Content; readonly number: number | null }) {
  const { id, title, descr, image, imageUrl, locale } = content;
  const line = descr.split('\n', 1)[0];
  return (
    <LinkedItem className={styles.row}>
      <span className={styles.thumb}>
        <ContentImage picture={image} url={imageUrl} alt="" sizes="112px" />
      </span>
      <span className={styles.words} lang={locale}>
        <RowLink to="/content-detail/$contentId" params={{ contentId: String(id) }} className={styles.title}>
          {number === null ? title : `${number}. ${title}`}
        </RowLink>
        {line && <span className={styles.line}>{line}</span>}
      </span>
    </LinkedItem>
  );
}

function Skeletons() {
  return (
    <Loading>
      {[0, 1, 2].map((index) => (
        <div key={index} className={styles.row}>
          <SkeletonBlock width={112} height={84} />
          <span className={styles.words}>
            <SkeletonBlock width={`${72 - index * 9}%`} height={16} />
            <SkeletonBlock width={`${50 - index * 7}%`} height={12} />
          </span>
        </div>
      ))}
    </Loading>
  );
}

interface PlacesProps {
  readonly filters: ListFilters;
  readonly label: string;
  readonly empty: { readonly title: string; readonly line: string };
  /** The content to omit. */
  readonly exceptId?: number;
  /** An ordered list. */
  readonly isOrdered?: boolean;
}

function Places({ filters, label, empty, exceptId, isOrdered = false }: PlacesProps) {
  const t = useTexts(texts);
  const query = useInfiniteQuery(contentsQuery(useContentLanguage(), filters));
  if (query.isPending) return <Skeletons />;
  if (!query.data)
    return <Failed title={t('placesFailed')} line={query.error?.message} onRetry={() => void query.refetch()} />;
  const items = itemsOf(query.data.pages).filter(({ content }) => content.id !== exceptId);
  if (items.length === 0 && !query.hasNextPage)
    return <Empty icon={<IconMapPinOff size={40} stroke={1.75} aria-hidden="true" />} {...empty} />;
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <>
      <List aria-label={label} className={styles.list}>
        {items.map(({ content }, index) => (
          <Place key={content.id} content={content} number={isOrdered ? index + 1 : null} />
        ))}
      </List>
      <MoreButton query={query} className={styles.more} />
    </>
  );
}

/** The other places near a content: D9.14. */
export function Nearby({ content: { id, lat, long } }: { readonly content: Content }) {
  const t = useTexts(texts);
  return (
    <Places
      filters={{ v: [ContentView.place], ac: 3, nearFilters: { radius: NEARBY_METRES, location: { lat, long } } }}
      label={t('nearby')}
      empty={{ title: t('nothingNearby'), line: t('nothingNearbyLine') }}
      exceptId={id}
    />
  );
}

/** The filters for the stops of an itinerary. */
export const stopsOf = (id: number): ListFilters => ({ v: [ContentView.place], ac: 3, rel: [id] });

/** The stops of an itinerary, in order. */
export function Stops({ content: { id } }: { readonly content: Content }) {
  const t = useTexts(texts);
  return (
    <Places
      filters={stopsOf(id)}
      label={t('places')}
      empty={{ title: t('noPlaces'), line: t('noPlacesLine') }}
      isOrdered
    />
  );
}
