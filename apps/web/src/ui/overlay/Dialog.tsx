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
  /** What a step back takes it for. */
  readonly kind?: OverPage;
  /** How wide it is where there is room, px. */
  readonly width?: number;
  /** False: it opens by itself, and a tap that was meant for what is below is no answer. */
  readonly closeOnClickOutside?: boolean;
  readonly children: ReactNode;
}

/** A question or a table over what is open: it takes the focus, gives it back, and closes by Esc and by a step back. */
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
      // Locking the page writes a style into it that our policy refuses; the overlay covers the page anyway.
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
