import { type ContentItem, ContentType } from '@earth/contracts';
import { formatDateOfContent } from '../../shared/format';
import { useLanguage } from '../../shared/i18n';
import { LinkedArticle, RowLink } from '../../ui/rows/RowLink';
import { EditButton, Picture, SaveButton } from '../menu';
import styles from './contents.module.css';

/** The first line of the description. */
const firstLine = (descr: string) => descr.split('\n', 1)[0];

/** A content in a list: the whole row is a link, except the star. */
export function ContentRow({ item, isFirst }: { readonly item: ContentItem; readonly isFirst: boolean }) {
  const { id, title, descr, image, imageUrl, locale, ctnType, date } = item.content;
  const language = useLanguage();
  return (
    <LinkedArticle className={styles.row}>
      <Picture picture={image} url={imageUrl} sizes="130px" className={styles.thumb} isFirst={isFirst} />
      <span className={styles.words}>
        <RowLink
          to="/content-detail/$contentId"
          params={{ contentId: String(id) }}
          className={styles.link}
          lang={locale}
        >
          {title}
        </RowLink>
        {ctnType === ContentType.event && (
          <span className={styles.line}>{formatDateOfContent(new Date(date), language)}</span>
        )}
        {descr && (
          <span className={styles.line} lang={locale}>
            {firstLine(descr)}
          </span>
        )}
      </span>
      <span className={styles.star}>
        <EditButton item={item} />
        <SaveButton item={item} />
      </span>
    </LinkedArticle>
  );
}
