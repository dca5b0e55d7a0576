import type { CallDetails } from '@earth/contracts';
import { formatDate, formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { createNotes, usePendingNotes } from './model/notes';
import { useScoped } from '../../platform/session/scope-context';
import { TextButton } from '../../ui/controls/Button';
import styles from './call-page.module.css';
import { texts } from './texts';

interface NotesStateProps {
  readonly item: CallDetails;
  /** They were written on this page. */
  readonly isMine: boolean;
}

/** The author and the date of the notes, and whether the server has them. */
export function NotesState({ item: { call, notes }, isMine }: NotesStateProps) {
  const keeper = useScoped(createNotes);
  const t = useTexts(texts);
  const language = useLanguage();
  const pending = usePendingNotes(call.uniqueId);
  if (!pending && !notes) return null;
  const state = pending?.state;
  const date = notes && new Date(notes.date);
  return (
    <p className={styles.meta} role="status">
      {!state && notes && date && `${notes.author.name}, ${formatDate(date, language)}, ${formatTime(date, language)}`}
      {!state && isMine && ` · ${t('notesSaved')}`}
      {state === 'saving' && t('notesSaving')}
      {state === 'waiting' && t('notesWaiting')}
      {(state === 'failed' || state === 'changed') && (
        <>
          <span className={styles.failed}>{t(state === 'failed' ? 'notesFailed' : 'notesChanged')}</span>
          <TextButton onClick={() => void keeper.retry(call.uniqueId)}>{t('tryAgain')}</TextButton>
        </>
      )}
    </p>
  );
}
