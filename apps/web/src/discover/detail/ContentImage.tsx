import type { ContentPicture } from '@earth/contracts';
import { IconPhotoOff } from '@tabler/icons-react';
import { useFailedPicture } from '../../ui/pictures/use-failed-picture';
import styles from './content-image.module.css';

interface ContentImageProps {
  readonly picture: ContentPicture | null;
  /** The fallback if there are no other widths; null or empty: there is no picture. */
  readonly url: string | null;
  readonly alt: string;
  /** Text for a picture that fails to load. */
  readonly missing?: string;
  /** The `sizes` attribute. */
  readonly sizes: string;
  /** Shows the whole picture instead of cropping it. */
  readonly isWhole?: boolean;
  /** Above the fold: loaded eagerly. */
  readonly isFirst?: boolean;
}

/** Responsive picture of a content, with a blurred placeholder while it loads. Fills its container. */
export function ContentImage(props: ContentImageProps) {
  const { picture, url, alt, missing = alt, sizes, isWhole = false, isFirst = false } = props;
  const [hasFailed, noteFailure] = useFailedPicture(url);
  const fit = isWhole ? `${styles.image} ${styles.whole}` : styles.image;
  if (!url || hasFailed)
    return (
      <span className={styles.missing} {...(missing === '' ? {} : { role: 'img', 'aria-label': missing })}>
        <IconPhotoOff size={32} stroke={1.5} aria-hidden="true" />
      </span>
    );
  return (
    <>
      {picture && <img src={picture.placeholder} alt="" draggable={false} className={`${fit} ${styles.blurred}`} />}
      <img
        src={url}
        srcSet={picture?.sources.map((source) => `${source.url} ${source.width}w`).join(', ')}
        sizes={sizes}
        alt={alt}
        draggable={false}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        className={fit}
        onError={noteFailure}
      />
    </>
  );
}
