import type { Contact } from '@earth/contracts';
import { IconPencil } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useStoredDraft } from '../../shared/use-edit-draft';
import { QuietButton, TextButton } from '../../ui/controls/Button';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import { texts as uiTexts } from '../../ui/texts';
import { type NoteDraft, NoteForm, noteDraftName } from './NoteForm';
import { NoteText } from './NoteText';
import styles from './people.module.css';
import { texts } from './texts';
import { type OpenedNote, useNote } from './use-note';

const HEADING = 'person-note';

interface AsItStandsProps {
  readonly note: OpenedNote | null;
  readonly onEdit: () => void;
}

function AsItStands({ note, onEdit }: AsItStandsProps) {
  const t = useTexts(texts);
  const label = note === null ? 'addNote' : typeof note.text === 'string' ? 'editNote' : 'writeNewNote';
  return (
    <>
      {note && <NoteText text={note.text} />}
      <p className={styles.noteHint}>{t('noteHint')}</p>
      <QuietButton icon={<IconPencil size={20} stroke={1.75} aria-hidden="true" />} onClick={onEdit}>
        {t(label)}
      </QuietButton>
    </>
  );
}

/** @param unsaved what was typed before a reload or without a connection; null: nothing */
function Note({ person, unsaved }: { readonly person: Contact; readonly unsaved: NoteDraft | null }) {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const { query, save } = useNote(person.uniqueId);
  const [draft, setDraft] = useState(unsaved);
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: note } = query;
  const edit = () => {
    const opened = typeof note?.text === 'string' ? note.text : '';
    setDraft({ text: opened, opened, basedOn: note?.date ?? null });
  };
  const close = () => {
    setDraft(null);
    heading.current?.focus();
  };
  return (
    <section className={`${styles.part} ${styles.note}`} aria-labelledby={HEADING}>
      <h2 id={HEADING} ref={heading} className={styles.heading} tabIndex={-1}>
        {t('note')}
      </h2>
      {draft ? (
        <NoteForm person={person} first={draft} headingId={HEADING} save={save} onClose={close} />
      ) : note !== undefined ? (
        <AsItStands note={note} onEdit={edit} />
      ) : query.isError ? (
        <p role="alert">
          {t('noteFailed')} <TextButton onClick={() => void query.refetch()}>{tUi('tryAgain')}</TextButton>
        </p>
      ) : (
        <Loading>
          <SkeletonBlock width="12rem" height={14} />
        </Loading>
      )}
    </section>
  );
}

/** The user's private note about a person, edited in place. Nobody else can read it. */
export function PersonNote({ person }: { readonly person: Contact }) {
  const stored = useStoredDraft<NoteDraft>(noteDraftName(person.uniqueId));
  return stored && <Note person={person} unsaved={stored.draft} />;
}
