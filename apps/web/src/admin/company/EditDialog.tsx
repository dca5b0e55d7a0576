import type { CompanySettings } from '@earth/contracts';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { Restored } from '../../ui/feedback/EditNotices';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import styles from './company.module.css';
import { type Fields, SettingsConflicts } from './SettingsConflicts';
import { texts } from './texts';
import { useDeletion } from './use-deletion';
import type { SettingsForm } from './use-settings-form';

interface EditProps<Values extends object> {
  readonly title: string;
  readonly form: SettingsForm<Values>;
  readonly fields: Fields<Values>;
  /** Nothing can be saved yet. */
  readonly isHeld: boolean;
  /** Absent: it is new, or in use. */
  readonly onDelete?: ((basedOn: number) => Promise<CompanySettings>) | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The form of one thing of the company. */
export function EditDialog<Values extends object>({ title, form, fields, onDelete, ...props }: EditProps<Values>) {
  const t = useTexts(texts);
  const leave = () => {
    form.discard();
    props.onClose();
  };
  const deletion = useDeletion(leave);
  const isBusy = form.isBusy || deletion.isBusy;
  // What is being saved is waited for: its end closes the dialog.
  const close = () => {
    if (!isBusy) leave();
  };
  const isHeld = props.isHeld || isBusy;
  return (
    <Dialog isOpen onClose={close} title={title} closeOnClickOutside={false}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isHeld) form.save();
        }}
      >
        {form.isRestored && <Restored onDiscard={form.discard} />}
        {props.children}
        <ProblemLine id="company-problem" problem={form.problem ?? deletion.problem} say={t} />
        <DialogAnswers>
          {onDelete && (
            <QuietButton isDanger aria-disabled={isBusy} onClick={() => isBusy || void deletion.run(onDelete)}>
              {t('delete')}
            </QuietButton>
          )}
          <QuietButton onClick={close}>{t('cancel')}</QuietButton>
          <FilledButton type="submit" aria-disabled={isHeld}>
            {t('save')}
          </FilledButton>
        </DialogAnswers>
        <SettingsConflicts form={form} fields={fields} />
      </form>
    </Dialog>
  );
}
