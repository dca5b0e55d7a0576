import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { FilledButton } from '../controls/Button';
import styles from './Notice.module.css';
import { texts } from '../texts';

export interface EmptyProps {
  /** A Tabler icon of 40 px. */
  readonly icon: ReactNode;
  readonly title: string;
  /** Describes what would be listed here. */
  readonly line?: string | undefined;
  /** An action to fill the list. */
  readonly children?: ReactNode;
}

/** Empty state of a list. */
export function Empty({ icon, title, line, children }: EmptyProps) {
  return (
    <div className={styles.notice}>
      <span className={styles.icon}>{icon}</span>
      <p className={styles.title}>{title}</p>
      {line && <p className={styles.line}>{line}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

export interface FailedProps {
  readonly title?: string | undefined;
  /** The server's message, if there is one. */
  readonly line?: string | undefined;
  /** A retry is running. */
  readonly isTrying?: boolean;
  readonly onRetry: () => void;
  /** Further actions. */
  readonly children?: ReactNode;
}

/** Error state with a retry. */
export function Failed({ title, line, isTrying = false, onRetry, children }: FailedProps) {
  const t = useTexts(texts);
  return (
    <div className={`${styles.notice} ${styles.failed}`} role="alert">
      <span className={styles.icon}>
        <IconCloudOff size={40} stroke={1.75} aria-hidden="true" />
      </span>
      <p className={styles.title}>{title ?? t('listFailed')}</p>
      <p className={styles.line}>{line || t('noAnswer')}</p>
      <div className={styles.actions}>
        <FilledButton
          icon={<IconRefresh size={20} stroke={1.75} aria-hidden="true" />}
          aria-busy={isTrying}
          onClick={onRetry}
        >
          {t('tryAgain')}
        </FilledButton>
        {children}
      </div>
    </div>
  );
}
