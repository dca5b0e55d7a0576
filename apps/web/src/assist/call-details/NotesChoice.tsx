import type { CallNotes } from '@earth/contracts';
import { formatDate, formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { Unprotected } from '../../ui/feedback/Unprotected';
import { createNotes } from './model/notes';
import type { PendingNotes } from './model/notes-keeper';
import { useScoped } from '../../platform/session/scope-context';
import { LineButton } from '../../ui/controls/Button';
import styles from './call-page.module.css';
import { Opened } from './Opened';
import { texts } from './texts';
import { useNotesText } from './use-notes-text';

interface NotesChoiceProps {
  readonly callId: string;
  /** The user's own notes, which the server has not accepted. */
  readonly mine: PendingNotes;
  /** The notes that were written meanwhile. */
  readonly theirs: CallNotes;
  /** Called after the choice: the buttons are unmounted, so the focus must move. */
  readonly onChosen: () => void;
}

/** Conflict of notes: shows both versions, and lets the user choose. */
export function NotesChoice({ callId, mine, theirs, onChosen }: NotesChoiceProps) {
  const notes = useScoped(createNotes);
  const t = useTexts(texts);
  const language = useLanguage();
  const myText = useNotesText(callId, mine);
  const theirText = useNotesText(callId, theirs);
  const date = new Date(theirs.date);
  const saveMine = () => {
    void notes.keep(callId, { ...mine, basedOn: theirs.date });
    onChosen();
  };
  const keepTheirs = () => {
    notes.giveUp(callId);
    onChosen();
  };
  return (
    <>
      <p className={styles.failed} role="alert">
        {t('notesChanged')}
      </p>
      <h3 className={styles.meta}>
        {theirs.author.name}, {formatDate(date, language)}, {formatTime(date, language)}
      </h3>
      <Unprotected scheme={theirs.cryptoSchema} />
      <p className={styles.text}>
        <Opened text={theirText} />
      </p>
      <h3 className={styles.meta}>{t('notesMine')}</h3>
      <Unprotected scheme={mine.cryptoSchema} />
      <p className={styles.text}>
        <Opened text={myText} />
      </p>
      <div className={styles.actions}>
        <LineButton onClick={saveMine}>{t('saveMine')}</LineButton>
        <LineButton onClick={keepTheirs}>{t('keepTheirs')}</LineButton>
      </div>
    </>
  );
}
