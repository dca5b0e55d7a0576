import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { ListRow, type ListRowProps, tipOf } from './ListRow';
import styles from './RowLink.module.css';

const join = (...classes: (string | undefined)[]) => classes.filter(Boolean).join(' ');

/** An item of a list, all of which is the target of the `RowLink` or `RowButton` in it. */
export const LinkedItem = ({ className, ...rest }: ComponentProps<'li'>) => (
  <li className={join(styles.row, className)} {...rest} />
);

/** The same as an article. */
export const LinkedArticle = ({ className, ...rest }: ComponentProps<'article'>) => (
  <article className={join(styles.row, className)} {...rest} />
);

/** The same with picture, title and line. */
export const LinkedRow = ({ className, ...rest }: ListRowProps) => (
  <ListRow className={join(styles.row, className)} {...rest} />
);

const RowAnchor = ({ className, children, ...rest }: ComponentProps<'a'>) => (
  <a className={join(styles.link, className)} title={tipOf(children)} {...rest}>
    {children}
  </a>
);

/** The link that covers its row. */
export const RowLink = createLink(RowAnchor);

/** The button that covers its row. */
export const RowButton = ({ className, ...rest }: ComponentProps<'button'>) => (
  <button type="button" className={join(styles.link, className)} title={tipOf(rest.children)} {...rest} />
);

/** The label that covers its row. */
export const RowLabel = ({ htmlFor, children }: Pick<ComponentProps<'label'>, 'htmlFor' | 'children'>) => (
  <label htmlFor={htmlFor} className={styles.link} title={tipOf(children)}>
    {children}
  </label>
);

/** Other controls in the row. */
export const AboveRow = ({ className, ...rest }: ComponentProps<'span'>) => (
  <span className={join(styles.above, className)} {...rest} />
);
