import type { ContentPicture } from '@earth/contracts';
import { IconPhoto } from '@tabler/icons-react';
import { useFailedPicture } from '../../ui/pictures/use-failed-picture';
import styles from './Picture.module.css';

interface PictureProps {
  readonly picture: ContentPicture | null;
  /** The fallback if there are no other widths. */
  readonly url: string | null;
  /** The `sizes` attribute. */
  readonly sizes: string;
  readonly className?: string | undefined;
  /** Above the fold: loaded eagerly. */
  readonly isFirst?: boolean;
}

/** Responsive thumbnail of a content, with a blurred placeholder while it loads. */
export function Picture({ picture, url, sizes, className, isFirst = false }: PictureProps) {
  const [hasFailed, noteFailure] = useFailedPicture(url);
  const classes = [styles.frame, className].filter(Boolean).join(' ');
  if (url === null || hasFailed)
    return (
      <span className={classes}>
        <IconPhoto size={32} stroke={1.5} aria-hidden="true" />
      </span>
    );
  return (
    <span className={classes}>
      {picture && <img src={picture.placeholder} alt="" className={styles.blurred} />}
      <img
        src={url}
        srcSet={picture?.sources.map((source) => `${source.url} ${source.width}w`).join(', ')}
        sizes={sizes}
        alt=""
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        className={styles.image}
        onError={noteFailure}
      />
    </span>
  );
}
