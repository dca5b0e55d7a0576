import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import styles from './FullScreen.module.css';
import { IconButton } from '../controls/IconButton';
import { Modal } from '../overlay/Modal';
import { texts } from '../texts';

export interface FullScreenProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly children: ReactNode;
}

/** Full screen viewer on dark. */
export const FullScreen = ({ label, ...modal }: FullScreenProps) => (
  <Modal {...modal} kind="popup" shape="screen" className={styles.content} data-theme="dark" aria-label={label} />
);

interface FullScreenHeadProps {
  /** The caption. */
  readonly line: string;
  readonly onClose: () => void;
  /** The actions. */
  readonly children: ReactNode;
}

export function FullScreenHead({ line, onClose, children }: FullScreenHeadProps) {
  const t = useTexts(texts);
  return (
    <header className={styles.head}>
      <p aria-live="polite">{line}</p>
      <div className={styles.acts}>
        {children}
        <IconButton label={t('close')} icon={<IconX size={24} stroke={1.75} aria-hidden="true" />} onClick={onClose} />
      </div>
    </header>
  );
}
