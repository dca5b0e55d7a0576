import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import styles from './ActionSheet.module.css';
import { Dialog } from './Dialog';

export interface SheetAction {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly isDanger?: boolean;
  readonly act: () => void;
}

interface ActionSheetProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly actions: readonly SheetAction[];
  readonly onClose: () => void;
  /** Before the actions. */
  readonly children?: ReactNode;
}

/** Action sheet: what can be done, in words, in rows as high as a finger needs. It closes before an action runs. */
export function ActionSheet({ isOpen, title, actions, onClose, children }: ActionSheetProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      {children}
      <ul className={styles.acts}>
        {actions.map(({ id, label, icon, isDanger, act }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.act}
              data-danger={isDanger || undefined}
              onClick={() => {
                // At once: until then the page below is inert, and an action could not move the focus there.
                flushSync(onClose);
                act();
              }}
            >
              {icon}
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
