import { type ReactNode, useId } from 'react';
import styles from './Dialog.module.css';
import { Modal, type ModalProps } from './Modal';

export interface DialogProps extends Pick<ModalProps, 'isOpen' | 'onClose' | 'closeOnClickOutside'> {
  readonly title: string;
  readonly kind?: ModalProps['kind'];
  /** Maximum width in px. */
  readonly width?: number;
  readonly children: ReactNode;
}

const ROOT_PX = 16;

/** Modal dialog with a title. */
export function Dialog({ title, kind = 'popup', width = 420, children, ...modal }: DialogProps) {
  const id = useId();
  return (
    <Modal
      {...modal}
      kind={kind}
      shape="card"
      className={styles.content}
      style={{ width: `${width / ROOT_PX}rem` }}
      aria-labelledby={id}
    >
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </Modal>
  );
}

/** The buttons at its end. */
export function DialogAnswers({ children }: Pick<DialogProps, 'children'>) {
  return <div className={styles.answers}>{children}</div>;
}
