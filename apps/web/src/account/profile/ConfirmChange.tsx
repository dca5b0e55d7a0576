import { useTexts } from '../../shared/i18n';
import { Question } from '../../ui/overlay/Question';
import styles from './Me.module.css';
import { texts } from './texts';

export interface Change {
  /** The new value in words. */
  readonly words: string;
  readonly apply: () => void;
}

interface ConfirmChangeProps {
  /** Null: the dialog is closed. */
  readonly change: Change | null;
  readonly onClose: () => void;
}

/** Confirmation of a profile change; every change needs one (D5.9). */
export function ConfirmChange({ change, onClose }: ConfirmChangeProps) {
  const t = useTexts(texts);
  function confirm() {
    change?.apply();
    onClose();
  }
  return (
    <Question isOpen={change !== null} title={t('confirmChange')} yes={t('confirm')} onYes={confirm} onClose={onClose}>
      <p className={styles.quiet}>{change?.words}</p>
    </Question>
  );
}
