import { IconChevronLeft, IconChevronRight, IconInfoCircle } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { IconButton } from '../../../ui/controls/IconButton';
import { useSwipe } from '../../../ui/pictures/use-swipe';
import { texts } from '../texts';
import styles from './experience.module.css';
import type { ItemProps } from './item-props';
import { VideoItem } from './VideoItem';

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

interface PictureProps {
  readonly url: string;
  readonly alt: string;
}

/** A picture, or in words that it does not load. */
function ItemPicture({ url, alt }: PictureProps) {
  const t = useTexts(texts);
  // The address of a file that is gone is empty: nothing is requested, and nothing fails.
  const [isBroken, setBroken] = useState(url === '');
  if (isBroken)
    return (
      <span role="alert" className={styles.broken}>
        {t('mediaFailed')}
      </span>
    );
  return <img src={url} alt={alt} className={styles.picture} draggable={false} onError={() => setBroken(true)} />;
}

/** What a tap opens a content for; a plain picture otherwise. */
function Opener({ item, onOpen, children }: Pick<ItemProps, 'item' | 'onOpen'> & { readonly children: ReactNode }) {
  const t = useTexts(texts);
  const { contentId, title } = item;
  if (contentId === null) return <div className={styles.plain}>{children}</div>;
  return (
    <button
      type="button"
      className={styles.opener}
      aria-haspopup="dialog"
      aria-label={t('open', { title })}
      onClick={() => onOpen(contentId)}
    >
      {children}
    </button>
  );
}

/** Pictures to swipe through. */
function Gallery({ item, onOpen }: Pick<ItemProps, 'item' | 'onOpen'>) {
  const t = useTexts(texts);
  const [at, setAt] = useState(0);
  const { urls, title } = item;
  const count = urls.length;
  const go = (by: -1 | 1) => setAt((now) => (now + by + count) % count);
  const wasSwiped = useRef(false);
  const swipe = useSwipe((by) => {
    wasSwiped.current = true;
    go(by);
  });
  // A swipe with a mouse ends with a click, which must not open the content.
  const dropClick = (event: MouseEvent) => wasSwiped.current && event.stopPropagation();
  const url = urls[at];
  if (url === undefined) return null;
  return (
    <div
      role="presentation"
      className={styles.gallery}
      {...swipe}
      onPointerDownCapture={() => {
        wasSwiped.current = false;
      }}
      onClickCapture={dropClick}
    >
      <Opener item={item} onOpen={onOpen}>
        <ItemPicture key={url} url={url} alt={t('pictureOf', { title, number: at + 1, count })} />
      </Opener>
      {count > 1 && (
        <div className={styles.steps}>
          <IconButton
            label={t('previousPicture')}
            icon={<IconChevronLeft {...icon} />}
            hasTip={false}
            onClick={() => go(-1)}
          />
          <span aria-live="polite">{`${at + 1} / ${count}`}</span>
          <IconButton
            label={t('nextPicture')}
            icon={<IconChevronRight {...icon} />}
            hasTip={false}
            onClick={() => go(1)}
          />
        </div>
      )}
    </div>
  );
}

/** What stands on a marker, flat: everything but models. */
export function ItemView({ item, isSeen, onOpen }: ItemProps) {
  const t = useTexts(texts);
  const { kind, title, urls, contentId } = item;
  const [url] = urls;
  switch (kind) {
    case 'picture':
      return (
        <Opener item={item} onOpen={onOpen}>
          {url !== undefined && <ItemPicture url={url} alt={title} />}
        </Opener>
      );
    case 'gallery':
      return <Gallery item={item} onOpen={onOpen} />;
    case 'video':
      return url === undefined ? null : <VideoItem item={item} url={url} isSeen={isSeen} onOpen={onOpen} />;
    case 'info':
      return (
        <Opener item={item} onOpen={onOpen}>
          <span className={styles.card}>
            <span className={styles.cardTitle}>{title}</span>
            {contentId !== null && (
              <span className={styles.cardLine}>
                <IconInfoCircle size={20} stroke={1.75} aria-hidden="true" />
                {t('readMore')}
              </span>
            )}
          </span>
        </Opener>
      );
    case 'model':
      return null;
  }
}
