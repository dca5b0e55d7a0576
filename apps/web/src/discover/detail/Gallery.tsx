import type { Content } from '@earth/contracts';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { lazyPart, openPart } from '../../ui/feedback/lazy-part';
import { Strip } from '../../ui/rows/Strip';
import { ContentImage } from './ContentImage';
import styles from './gallery.module.css';
import type { Photo } from './PhotoBrowser';
import { texts } from './texts';

/** Loaded when a picture is opened. */
const PhotoBrowser = lazyPart(() => import('./PhotoBrowser'), 'PhotoBrowser');

/** A strip of pictures, which open in full screen. */
export function Gallery({ content: { imageUrls, images } }: { readonly content: Content }) {
  const t = useTexts(texts);
  const [shown, setShown] = useState<number | null>(null);
  const photos = imageUrls.map((url, index): Photo => ({ url, picture: images[index] ?? null }));
  const count = photos.length;
  if (count === 0) return null;
  const slides = photos.map(({ url, picture }, index) => ({
    // A picture may occur twice.
    key: `${index} ${url}`,
    slide: (
      <button
        type="button"
        className={styles.open}
        aria-label={t('openPicture', { number: index + 1, count })}
        onClick={() => void openPart(PhotoBrowser, () => setShown(index))}
      >
        <ContentImage picture={picture} url={url} alt="" sizes="(min-width: 1024px) 180px, 33vw" />
      </button>
    ),
  }));
  return (
    <>
      <Strip title={t('gallery')} slides={slides} />
      {shown !== null && <PhotoBrowser photos={photos} shown={shown} onShow={setShown} />}
    </>
  );
}
