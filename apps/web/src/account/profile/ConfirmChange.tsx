import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
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
    <Dialog isOpen={change !== null} onClose={onClose} title={t('confirmChange')}>
      <p className={styles.quiet}>{change?.words}</p>
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton onClick={confirm}>{t('confirm')}</FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}
