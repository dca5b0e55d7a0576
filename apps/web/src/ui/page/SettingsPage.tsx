/** The parts of a page under «Me». */
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { IconAnchor, type IconAnchorProps } from '../controls/IconButton';
import styles from './SettingsPage.module.css';

export const SettingsPage = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.page}>{children}</div>
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

export const QuietLine = ({ children, ...line }: ComponentProps<'p'>) => (
  <p className={styles.quiet} {...line}>
    {children}
  </p>
);
