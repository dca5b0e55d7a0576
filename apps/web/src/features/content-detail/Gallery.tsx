import type { Content, ContentPicture } from '@earth/contracts';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useTexts } from '../../app/i18n';
import { IconButton } from '../../ui/IconButton';
import { texts as uiTexts } from '../../ui/texts';
import { ContentImage } from './ContentImage';
import styles from './gallery.module.css';
import { texts } from './texts';

/** Only who enlarges a picture needs what shows it. */
const PhotoBrowser = lazy(() => import('./PhotoBrowser').then((loaded) => ({ default: loaded.PhotoBrowser })));

export interface Photo {
  readonly url: string;
  readonly picture: ContentPicture | null;
}

/** As many stand beside each other: Discover 2. */
const IN_SIGHT = 3;

/** Pictures beside each other, which are looked at in the full screen. */
export function Gallery({ content: { imageUrls, images } }: { readonly content: Content }) {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const id = useId();
  const strip = useRef<HTMLUListElement>(null);
  const [edge, setEdge] = useState<'start' | 'end' | null>('start');
  const [shown, setShown] = useState<number | null>(null);
  const photos = imageUrls.map((url, index): Photo => ({ url, picture: images[index] ?? null }));
  const count = photos.length;
  if (count === 0) return null;
  const scroll = (by: number) => strip.current?.scrollBy({ left: by * strip.current.clientWidth });
  function noteEdge() {
    const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = strip.current ?? {};
    if (scrollLeft <= 1) setEdge('start');
    else setEdge(scrollLeft + clientWidth >= scrollWidth - 1 ? 'end' : null);
  }
  const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <section aria-labelledby={id} className={styles.gallery}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {t('gallery')}
        </h2>
        {count > IN_SIGHT && (
          <>
            <IconButton
              label={tUi('previous')}
              icon={<IconChevronLeft {...icon} />}
              aria-disabled={edge === 'start'}
              onClick={() => scroll(-1)}
            />
            <IconButton
              label={tUi('next')}
              icon={<IconChevronRight {...icon} />}
              aria-disabled={edge === 'end'}
              onClick={() => scroll(1)}
            />
          </>
        )}
      </div>
      <ul ref={strip} className={styles.strip} onScroll={noteEdge}>
        {photos.map(({ url, picture }, index) => (
          <li key={url} className={styles.slide}>
            <button
              type="button"
              className={styles.open}
              aria-label={t('openPicture', { number: index + 1, count })}
              onClick={() => setShown(index)}
            >
              <ContentImage picture={picture} url={url} alt="" sizes="(min-width: 1024px) 180px, 33vw" />
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Suspense fallback={null}>
          <PhotoBrowser photos={photos} shown={shown} onShow={setShown} />
        </Suspense>
      )}
    </section>
  );
}
