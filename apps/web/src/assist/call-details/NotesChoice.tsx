import type { CallNotes } from '@earth/contracts';
import { formatDate, formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { Unprotected } from '../../ui/feedback/Unprotected';
import { notesKeeper } from './model/notes';
import type { KeptNotes } from './model/notes-keeper';
import { LineButton } from '../../ui/controls/Button';
import styles from './call-page.module.css';
import { Opened } from './Opened';
import { texts } from './texts';
import { useNotesText } from './use-notes-text';

interface NotesChoiceProps {
  readonly callId: string;
  /** One's own, which the server has not taken. */
  readonly mine: KeptNotes;
  /** Those that were written meanwhile. */
  readonly theirs: CallNotes;
  /** The buttons go then: the focus has to go elsewhere. */
  readonly onChosen: () => void;
}

/** Two have written notes over the same ones: both are shown, and the person says which stay. */
export function NotesChoice({ callId, mine, theirs, onChosen }: NotesChoiceProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const myText = useNotesText(callId, mine);
  const theirText = useNotesText(callId, theirs);
  const date = new Date(theirs.date);
  const saveMine = () => {
    void notesKeeper.keep(callId, { ...mine, basedOn: theirs.date });
    onChosen();
  };
  const keepTheirs = () => {
    notesKeeper.giveUp(callId);
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
