import type { ContentItem } from '@earth/contracts';
import { Link } from '@tanstack/react-router';
import rowLinks from '../../ui/rows/RowLink.module.css';
import { Picture, SaveButton } from '../menu';
import styles from './contents.module.css';

/** The first line of the description. */
const firstLine = (descr: string) => descr.split('\n', 1)[0];

/** A content in a list: the whole row is a link, except the star. */
export function ContentRow({ item, isFirst }: { readonly item: ContentItem; readonly isFirst: boolean }) {
  const { id, title, descr, image, imageUrl, locale } = item.content;
  return (
    <article className={`${rowLinks.row} ${styles.row}`}>
      <Picture picture={image} url={imageUrl} sizes="130px" className={styles.thumb} isFirst={isFirst} />
      <span className={styles.words}>
        <Link
          to="/content-detail/$contentId"
          params={{ contentId: String(id) }}
          className={`${rowLinks.link} ${styles.link}`}
          lang={locale}
        >
          {title}
        </Link>
        {descr && (
          <span className={styles.line} lang={locale}>
            {firstLine(descr)}
          </span>
        )}
      </span>
      <span className={styles.star}>
        <SaveButton item={item} />
      </span>
    </article>
  );
}
