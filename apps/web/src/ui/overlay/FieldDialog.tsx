import { type SubmitEvent, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { FilledButton, QuietButton } from '../controls/Button';
import { Field, type FieldProps } from '../controls/Field';
import { texts } from '../texts';
import { Dialog, DialogAnswers } from './Dialog';

interface FieldDialogProps<Text extends string>
  extends Pick<FieldProps<Text>, 'label' | 'say' | 'type' | 'autoComplete' | 'maxLength'> {
  readonly title: string;
  readonly first: string;
  /** What is wrong with a value; null: nothing. Values come without surrounding spaces. */
  readonly check: (value: string) => Text | null;
  readonly onSave: (value: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Changes one value. It stays open, with the reason, until the value is saved. */
export function FieldDialog<Text extends string>(props: FieldDialogProps<Text>) {
  const { title, first, check, onSave, onClose, ...field } = props;
  const t = useTexts(texts);
  const [typed, setTyped] = useState(first);
  const [wrong, setWrong] = useState<{ readonly text: Text } | null>(null);
  const { isBusy, problem, ask } = useRequest();
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const value = typed.trim();
    const text = check(value);
    setWrong(text === null ? null : { text });
    if (text !== null) return;
    void ask(async () => {
      await onSave(value);
      onClose();
    });
  }
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Field {...field} autoFocus value={typed} onChange={setTyped} problem={wrong ?? problem} />
        <DialogAnswers>
          <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
          <FilledButton type="submit" aria-disabled={isBusy}>
            {t('save')}
          </FilledButton>
        </DialogAnswers>
      </form>
    </Dialog>
  );
}
