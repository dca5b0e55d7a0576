import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { type OverPage, useClosedByBack } from '../../shared/back-order';
import styles from './Dialog.module.css';
import { useInLayer } from './layers';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The kind of overlay for the back order. */
  readonly kind?: OverPage;
  /** Maximum width in px. */
  readonly width?: number;
  /** False for a dialog that opens by itself: a tap meant for the page below must not answer it. */
  readonly closeOnClickOutside?: boolean;
  readonly children: ReactNode;
}

/** Modal dialog: takes the focus, restores it, and closes with Esc and with a step back. */
export function Dialog({
  isOpen,
  onClose,
  title,
  kind = 'popup',
  width = 420,
  closeOnClickOutside = true,
  children,
}: DialogProps) {
  const inLayer = useInLayer(onClose);
  useClosedByBack(kind, isOpen, inLayer.onClose);
  return (
    <Modal.Root
      opened={isOpen}
      {...inLayer}
      centered
      closeOnClickOutside={closeOnClickOutside}
      size={width}
      transitionProps={{ duration: 180 }}
      // Mantine's scroll lock injects a style that the Content-Security-Policy forbids; the overlay covers the page anyway.
      lockScroll={false}
      classNames={{ content: styles.content }}
    >
      <Modal.Overlay color="#0b100e" backgroundOpacity={0.5} />
      <Modal.Content radius={12}>
        <Modal.Title className={styles.title}>{title}</Modal.Title>
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}

/** The buttons at its end. */
export function DialogAnswers({ children }: Pick<DialogProps, 'children'>) {
  return <div className={styles.answers}>{children}</div>;
}
