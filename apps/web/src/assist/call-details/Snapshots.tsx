import { type CallHistoryItem, type CallPic, takerOf } from '@earth/contracts';
import { IconLock, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { NotGenuine } from '../../ui/feedback/NotGenuine';
import { Unprotected } from '../../ui/feedback/Unprotected';
import { callPicsQuery } from '../../shared/call-queries';
import { Failed } from '../../ui/feedback/Notice';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import { BlobImage } from '../../ui/pictures/BlobImage';
import { texts as uiTexts } from '../../ui/texts';
import { useBroken } from '../../ui/pictures/use-broken';
import page from './call-page.module.css';
import styles from './snapshots.module.css';
import { SnapshotViewer } from './SnapshotViewer';
import { texts } from './texts';
import { usePicture, usePictureScheme } from './use-picture';

interface ThumbnailProps {
  readonly pic: CallPic;
  /** 1 for the first of the call. */
  readonly number: number;
  /** Who took it. */
  readonly name: string;
  readonly onOpen: () => void;
}

interface TileProps extends Omit<ThumbnailProps, 'pic'> {
  readonly blob: Blob;
  readonly time: string;
}

/** A picture that the browser cannot show can still be opened, for downloading. */
function Tile({ blob, number, name, time, onOpen }: TileProps) {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const [isBroken, onBroken] = useBroken(blob);
  const label = t('openSnapshot', { number, name, time });
  return (
    <button type="button" className={styles.tile} onClick={onOpen} aria-label={isBroken ? undefined : label}>
      {isBroken ? (
        <>
          <span className="visually-hidden">{label}</span> {tUi('pictureBroken')}
        </>
      ) : (
        <BlobImage blob={blob} alt={t('snapshot', { number })} onBroken={onBroken} />
      )}
    </button>
  );
}

function Thumbnail({ pic, number, name, onOpen }: ThumbnailProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const picture = usePicture(pic);
  const time = formatTime(new Date(pic.date), language);
  return (
    <li className={styles.item}>
      {picture.state === 'ready' && (
        <Tile blob={picture.blob} number={number} name={name} time={time} onOpen={onOpen} />
      )}
      {picture.state === 'failed' && (
        <button
          type="button"
          className={styles.tile}
          aria-label={t('pictureFailed', { number })}
          onClick={picture.retry}
        >
          <IconRefresh size={24} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      {picture.state === 'loading' && <span className={styles.tile} />}
      {picture.state === 'unreadable' && (
        <span className={styles.tile}>
          <IconLock size={20} stroke={1.75} aria-hidden="true" />
          {t('notForYou')}
        </span>
      )}
      {picture.state === 'notGenuine' && (
        <span className={styles.tile}>
          <NotGenuine />
        </span>
      )}
      <p className={styles.caption}>
        {number}. {name}, {time}
      </p>
      <Unprotected scheme={usePictureScheme(pic)} />
    </li>
  );
}

const waiting = (
  <Loading className={styles.grid}>
    <SkeletonBlock width="100%" height={120} />
  </Loading>
);

/** The snapshots of a call, each opening in the viewer. */
export function Snapshots({ item }: { readonly item: CallHistoryItem }) {
  const t = useTexts(texts);
  const query = useQuery(callPicsQuery(item.call.uniqueId));
  const [shownId, show] = useState<string | null>(null);
  const pics = query.data ?? [];
  const nameOf = (pic: CallPic) =>
    item.participants.find(({ contact }) => contact.uniqueId === takerOf(pic))?.contact.name ?? '';
  return (
    <section className={page.section} aria-labelledby="call-snapshots">
      <h2 id="call-snapshots">{t('snapshots')}</h2>
      {query.isPending && waiting}
      {query.isError && !query.data && (
        <Failed title={t('snapshotsFailed')} line={query.error.message} onRetry={() => void query.refetch()} />
      )}
      {query.data?.length === 0 && <p className={page.none}>{t('noSnapshots')}</p>}
      <ul className={styles.grid} aria-labelledby="call-snapshots">
        {pics.map((pic, index) => (
          <Thumbnail
            key={pic.uniqueId}
            pic={pic}
            number={index + 1}
            name={nameOf(pic)}
            onOpen={() => show(pic.uniqueId)}
          />
        ))}
      </ul>
      <SnapshotViewer pics={pics} shownId={shownId} nameOf={nameOf} onShow={show} />
    </section>
  );
}
