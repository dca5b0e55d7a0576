import type { ContentPicture } from '@earth/contracts';
import { IconPhoto } from '@tabler/icons-react';
import { useFailedPicture } from '../../ui/pictures/use-failed-picture';
import styles from './Picture.module.css';

interface PictureProps {
  readonly picture: ContentPicture | null;
  /** For where there are no other widths of it. */
  readonly url: string | null;
  /** How wide it is drawn, as in the attribute of that name. */
  readonly sizes: string;
  readonly className?: string | undefined;
  /** It is seen first: it is not waited with until it is scrolled to. */
  readonly isFirst?: boolean;
}

/** The picture of a content beside its title, in the width that is needed: blurred until it has come. */
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
