import { isBlank, TEXT_MAX } from '@earth/contracts';
import { type KeyboardEvent, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { FilledButton, TextButton } from '../../ui/controls/Button';
import { isComposing } from '../../ui/controls/composing';
import { isTooLong, TooLong } from '../../ui/controls/TooLong';
import styles from './call-page.module.css';
import { texts } from './texts';

interface NotesFormProps {
  readonly text: string;
  /** Rejects if the notes can be neither sealed nor stored. */
  readonly onSave: (text: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** The editor of the notes. Ctrl+Enter saves, Esc discards the changes. */
export function NotesForm({ text, onSave, onCancel }: NotesFormProps) {
  const t = useTexts(texts);
  const [draft, setDraft] = useState(text);
  const [hasFailed, setFailed] = useState(false);
  const save = async () => {
    if (isTooLong(draft, TEXT_MAX)) return;
    await onSave(isBlank(draft) ? '' : draft.trim()).catch(() => setFailed(true));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
    if (event.key === 'Escape' && draft === text) onCancel();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        ref={focusAtEnd}
        aria-labelledby="call-notes"
        rows={4}
        dir="auto"
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <TooLong text={draft} most={TEXT_MAX} />
      {hasFailed && (
        <p className={styles.failed} role="alert">
          {t('notesFailed')}
        </p>
      )}
      <div className={styles.actions}>
        <FilledButton type="submit">{t('save')}</FilledButton>
        <TextButton onClick={onCancel}>{t('cancel')}</TextButton>
      </div>
    </form>
  );
}

function focusAtEnd(field: HTMLTextAreaElement | null) {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
