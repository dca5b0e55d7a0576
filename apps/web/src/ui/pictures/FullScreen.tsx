import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useClosedByBack } from '../../shared/back-order';
import { useTexts } from '../../shared/i18n';
import styles from './FullScreen.module.css';
import { IconButton } from '../controls/IconButton';
import { useInLayer } from '../overlay/layers';
import { texts } from '../texts';

export interface FullScreenProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly children: ReactNode;
}

/** Full screen viewer on dark: takes the focus, restores it, and closes with Esc and with a step back. */
export function FullScreen({ isOpen, onClose, label, children }: FullScreenProps) {
  const inLayer = useInLayer(onClose);
  useClosedByBack('popup', isOpen, inLayer.onClose);
  return (
    <Modal.Root
      opened={isOpen}
      {...inLayer}
      fullScreen
      transitionProps={{ duration: 0 }}
      // As in every dialog: the Content-Security-Policy forbids the style of the scroll lock.
      lockScroll={false}
      classNames={{ content: styles.content, body: styles.body }}
    >
      <Modal.Content aria-label={label} data-theme="dark">
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

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
