import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { Dialog } from '../../ui/overlay/Dialog';
import styles from './bubble.module.css';
import { texts } from './texts';

/** What can be done with a message. */
export interface MessageAct {
  readonly id: 'reply' | 'copy';
  readonly label: string;
  readonly icon: ReactNode;
  readonly act: () => void;
}

interface HeldActsProps {
  readonly acts: readonly MessageAct[];
  readonly onClose: () => void;
}

/** The actions for a message that a finger holds, in words. */
export function HeldActs({ acts, onClose }: HeldActsProps) {
  const t = useTexts(texts);
  return (
    <Dialog isOpen onClose={onClose} title={t('message')}>
      <ul className={styles.held}>
        {acts.map(({ id, label, icon, act }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.heldAct}
              onClick={() => {
                onClose();
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
