import { isGenuine } from '@earth/contracts';
import { useTexts } from '../../shared/i18n';
import { NotGenuine } from '../../ui/feedback/NotGenuine';
import styles from './people.module.css';
import { texts } from './texts';
import type { OpenedNote } from './use-note';

/** The text of a note, or the reason why there is none. */
export function NoteText({ text }: Pick<OpenedNote, 'text'>) {
  const t = useTexts(texts);
  if (!isGenuine(text)) return <NotGenuine />;
  if (text === null) return <p>{t('noteUnreadable')}</p>;
  return (
    <p className={styles.noteText} dir="auto">
      {text}
    </p>
  );
}
