/** Lists of the back office and of editors: rows between lines, as wide as the text above them, which wrap. */
import type { ComponentProps, ReactNode } from 'react';
import { LinkedItem } from './RowLink';
import styles from './RuledRow.module.css';

export const RuledList = (props: ComponentProps<'ul'>) => <ul className={styles.list} {...props} />;

interface RuledRowProps extends Omit<ComponentProps<'li'>, 'title' | 'className'> {
  /** A picture or an avatar. */
  readonly lead?: ReactNode;
  readonly title: ReactNode;
  /** One element at the end. */
  readonly trail?: ReactNode;
  /** Each a `RowLine`. */
  readonly children?: ReactNode;
}

const Inside = ({ lead, title, trail, children }: Pick<RuledRowProps, 'lead' | 'title' | 'trail' | 'children'>) => (
  <>
    {lead}
    <span className={styles.words}>
      <span className={styles.title}>{title}</span>
      {children}
    </span>
    {trail}
  </>
);

export const RuledRow = ({ lead, title, trail, children, ...item }: RuledRowProps) => (
  <li className={styles.row} {...item}>
    <Inside lead={lead} title={title} trail={trail}>
      {children}
    </Inside>
  </li>
);

/** The same, all of which is the target of the `RowLink` in its title. */
export const LinkedRuledRow = ({ lead, title, trail, children, ...item }: RuledRowProps) => (
  <LinkedItem className={styles.row} {...item}>
    <Inside lead={lead} title={title} trail={trail}>
      {children}
    </Inside>
  </LinkedItem>
);

/** A line below the title. */
export const RowLine = (props: ComponentProps<'span'>) => <span className={styles.line} {...props} />;

/** A picture of 4 : 3; without one, its space. */
export const RowPicture = ({ children }: { readonly children?: ReactNode }) => (
  <span className={styles.picture}>{children}</span>
);
