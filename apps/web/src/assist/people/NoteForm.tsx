import { CONTACT_NOTE_MAX, type Contact, isBlank } from '@earth/contracts';
import { IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { ApiError } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useEditDraft } from '../../shared/use-edit-draft';
import { FilledButton, TextButton } from '../../ui/controls/Button';
import { isComposing } from '../../ui/controls/composing';
import { ProblemLine, TextArea } from '../../ui/controls/Field';
import { isTooLong, TooLong } from '../../ui/controls/TooLong';
import { Question } from '../../ui/overlay/Question';
import { NoteText } from './NoteText';
import styles from './people.module.css';
import { texts } from './texts';
import type { OpenedNote, useNote } from './use-note';

/** What is typed, and the date of the note that it replaces; null: there is none. */
export interface NoteDraft {
  readonly text: string;
  /** The text when the editor was opened. */
  readonly opened: string;
  readonly basedOn: string | null;
}

export const noteDraftName = (contactId: string) => `contact-note ${contactId}`;

interface NoteFormProps {
  readonly person: Contact;
  readonly first: NoteDraft;
  /** Of the heading, which names the field. */
  readonly headingId: string;
  readonly save: ReturnType<typeof useNote>['save'];
  readonly onClose: () => void;
}

type Problem = { readonly words: string } | { readonly text: 'noteNotSaved' | 'noteWaits' } | null;

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { text: 'noteNotSaved' };
  return error.message ? { words: error.message } : { text: 'noteWaits' };
}

/** What is typed stays on this device until it is saved or discarded. */
function useNoteForm({ person, first, save, onClose }: NoteFormProps) {
  const t = useTexts(texts);
  const [text, setText] = useState(first.text);
  const [basedOn, setBasedOn] = useState(first.basedOn);
  /** What another device has saved meanwhile. */
  const [newer, setNewer] = useState<{ readonly note: OpenedNote | null } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>(null);
  const { opened } = first;
  const isUnchanged = text === opened;
  const draft = useMemo(() => (isUnchanged ? null : { text, opened, basedOn }), [text, opened, basedOn, isUnchanged]);
  const { drop } = useEditDraft(noteDraftName(person.uniqueId), draft);

  async function close() {
    await drop();
    onClose();
  }
  async function send(written: string) {
    if (isBusy || isTooLong(written, CONTACT_NOTE_MAX)) return;
    if (written === '' && basedOn === null) return await close();
    setBusy(true);
    setProblem(null);
    setNewer(null);
    try {
      const outcome = await save(written, basedOn);
      if (outcome.type === 'saved') {
        showToast(t(written === '' ? 'noteDeleted' : 'noteSaved'));
        return await close();
      }
      if (written === '') {
        showToast(t(outcome.note ? 'noteNotDeleted' : 'noteDeleted'));
        return await close();
      }
      setBasedOn(outcome.note?.date ?? null);
      setNewer(outcome);
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
  }
  return { text, setText, isUnchanged, isBusy, problem, newer, mayDelete: basedOn !== null, close, send };
}

interface DeleteNoteProps {
  readonly name: string;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
}

/** Asks before the note is deleted. */
function DeleteNote({ name, isBusy, onDelete }: DeleteNoteProps) {
  const t = useTexts(texts);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <TextButton
        isDanger
        icon={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
        aria-disabled={isBusy}
        onClick={() => isBusy || setAsking(true)}
      >
        {t('deleteNote')}
      </TextButton>
      <Question
        isOpen={isAsking}
        title={t('deleteNoteQuestion', { name })}
        yes={t('deleteNoteAnswer')}
        isDanger
        onYes={() => {
          setAsking(false);
          onDelete();
        }}
        onClose={() => setAsking(false)}
      >
        <p>{t('deleteNoteLine')}</p>
      </Question>
    </>
  );
}

/** The editor of a note. Ctrl+Enter saves, Esc closes it if nothing was changed. An empty note is deleted. */
export function NoteForm(props: NoteFormProps) {
  const t = useTexts(texts);
  const id = useId();
  const { text, setText, isUnchanged, isBusy, problem, newer, mayDelete, close, send } = useNoteForm(props);
  const save = () => void send(isBlank(text) ? '' : text.trim());
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
    if (event.key === 'Escape' && isUnchanged && !isBusy) void close();
  };
  return (
    <form
      className={styles.noteForm}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextArea
        ref={focusAtEnd}
        className={styles.noteField}
        aria-labelledby={props.headingId}
        aria-describedby={`${id}-problem`}
        rows={4}
        readOnly={isBusy}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <TooLong text={text} most={CONTACT_NOTE_MAX} />
      <ProblemLine
        id={`${id}-problem`}
        problem={newer ? { text: newer.note ? 'noteChanged' : 'noteGone' } : problem}
        say={t}
      />
      {newer?.note && (
        <blockquote className={styles.newer}>
          <NoteText text={newer.note.text} />
        </blockquote>
      )}
      <div className={styles.noteActions}>
        <FilledButton type="submit" aria-disabled={isBusy}>
          {t('save')}
        </FilledButton>
        <TextButton aria-disabled={isBusy} onClick={() => isBusy || void close()}>
          {t('cancel')}
        </TextButton>
        {mayDelete && <DeleteNote name={props.person.name} isBusy={isBusy} onDelete={() => void send('')} />}
      </div>
    </form>
  );
}

function focusAtEnd(field: HTMLTextAreaElement | null) {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
