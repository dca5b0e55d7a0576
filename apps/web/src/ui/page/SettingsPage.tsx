/** The parts of a page with a way back, such as one of the back office. */
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { IconAnchor, type IconAnchorProps } from '../controls/IconButton';
import styles from './SettingsPage.module.css';

interface PageProps {
  /** Wide enough for a table or two panes. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export const SettingsPage = ({ isWide = false, children }: PageProps) => (
  <div className={isWide ? `${styles.page} ${styles.wide}` : styles.page}>{children}</div>
);

const BackAnchor = (props: Omit<IconAnchorProps, 'icon'>) => (
  <IconAnchor {...props} className={styles.back} icon={<IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />} />
);

export const BackLink = createLink(BackAnchor);

export const PageTitle = ({ children, ...heading }: ComponentProps<'h1'>) => (
  <h1 className={styles.title} {...heading}>
    {children}
  </h1>
);

interface TitleRowProps {
  readonly title: string;
  /** Actions beside the title. */
  readonly children: ReactNode;
}

export const TitleRow = ({ title, children }: TitleRowProps) => (
  <div className={styles.titleRow}>
    <PageTitle>{title}</PageTitle>
    {children && <div className={styles.acts}>{children}</div>}
  </div>
);

/** A part of a page below a line, with a heading. */
export function PageSection({ title, children }: TitleRowProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

export const QuietLine = ({ children, ...line }: ComponentProps<'p'>) => (
  <p className={styles.quiet} {...line}>
    {children}
  </p>
);
