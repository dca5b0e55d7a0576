import type { ContentPicture } from '@earth/contracts';
import { IconPhotoOff } from '@tabler/icons-react';
import { useFailedPicture } from '../../ui/pictures/use-failed-picture';
import styles from './content-image.module.css';

interface ContentImageProps {
  readonly picture: ContentPicture | null;
  /** For where there are no other widths of it; null or empty: it has none. */
  readonly url: string | null;
  readonly alt: string;
  /** What is said of one that does not come. */
  readonly missing?: string;
  /** How wide it is drawn, as in the attribute of that name. */
  readonly sizes: string;
  /** All of it, whatever room that leaves. */
  readonly isWhole?: boolean;
  /** It is seen first: it is not waited with until it is scrolled to. */
  readonly isFirst?: boolean;
}

/** A picture of a content, in the width that is needed: blurred until it has come. It fills what it stands in. */
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
