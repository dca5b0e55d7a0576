import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import styles from './company.module.css';
import { texts } from './texts';

interface EditProps {
  readonly title: string;
  /** Nothing can be saved yet. */
  readonly isHeld: boolean;
  readonly isBusy: boolean;
  readonly problem: { readonly words: string } | null;
  readonly onSave: () => void;
  /** Absent: it is new, or in use. */
  readonly onDelete?: (() => void) | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The form of one thing of the company. */
export function EditDialog({ title, isHeld, isBusy, problem, onSave, onDelete, onClose, children }: EditProps) {
  const t = useTexts(texts);
  const isStill = isHeld || isBusy;
  return (
    <Dialog isOpen onClose={onClose} title={title} closeOnClickOutside={false}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isStill) onSave();
        }}
      >
        {children}
        <ProblemLine id="company-problem" problem={problem} say={t} />
        <DialogAnswers>
          {onDelete && (
            <QuietButton isDanger aria-disabled={isBusy} onClick={() => isBusy || onDelete()}>
              {t('delete')}
            </QuietButton>
          )}
          <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
          <FilledButton type="submit" aria-disabled={isStill}>
            {t('save')}
          </FilledButton>
        </DialogAnswers>
      </form>
    </Dialog>
  );
}
