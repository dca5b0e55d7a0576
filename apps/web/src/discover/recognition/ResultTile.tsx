import type { ComponentProps, ReactNode } from 'react';
import { Picture } from '../menu';
import styles from './result-tile.module.css';

interface ResultTileProps extends Pick<ComponentProps<typeof Picture>, 'picture' | 'url'> {
  /** Near the top of the page: its picture is loaded at once. */
  readonly isFirst: boolean;
  readonly title: string;
  /** Below the title; may be empty. */
  readonly line: string | undefined;
  /** The language of title and line. */
  readonly locale: string | undefined;
  /** False: the picture is shown elsewhere meanwhile. */
  readonly hasImage?: boolean;
  readonly onOpen: () => void;
  readonly children?: ReactNode;
}

/** A content as a result: picture first. The whole card opens it. */
export function ResultTile(props: ResultTileProps) {
  const { picture, url, isFirst, title, line, locale, hasImage = true, onOpen, children } = props;
  return (
    <article className={styles.card}>
      <span className={hasImage ? undefined : styles.away}>
        <Picture
          picture={picture}
          url={url}
          sizes="(min-width: 1024px) 240px, 47vw"
          className={styles.picture}
          isFirst={isFirst}
        />
      </span>
      <button type="button" className={styles.title} lang={locale} aria-haspopup="dialog" onClick={onOpen}>
        {title}
      </button>
      {line && (
        <span className={styles.line} lang={locale}>
          {line}
        </span>
      )}
      {children}
    </article>
  );
}
