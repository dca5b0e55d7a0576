import type { Recipient } from '@earth/messaging';
import { type CallDetails, type CallNotes, isController, type NotGenuine, type Scheme } from '@earth/contracts';
import { IconPencil } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { Unprotected } from '../../ui/feedback/Unprotected';
import { api, myId, useMe } from '../../platform';
import { callQuery, loadCipher } from '../../shared/call-queries';
import { createNotes, usePendingNotes } from './model/notes';
import type { PendingNotes } from './model/notes-keeper';
import { LineButton } from '../../ui/controls/Button';
import { Question } from '../../ui/overlay/Question';
import styles from './call-page.module.css';
import { NotesChoice } from './NotesChoice';
import { NotesForm } from './NotesForm';
import { NotesState } from './NotesState';
import { Opened } from './Opened';
import { texts } from './texts';
import { notesKey, notesPlace, useNotesText } from './use-notes-text';
import type { SessionScope } from '../../platform/session/session-scope';
import { useScope } from '../../platform/session/scope-context';
import { createQueryClient } from '../../shared/query-client';

/** What an edit replaces: the envelope that was read, and the date of the server's notes behind it. */
interface Over {
  readonly sealed: string | null;
  readonly basedOn: string | null;
}

/** The people of a call. They are fetched, because during the call some may have been added; offline, those known here. */
async function peopleOf({ call, participants, state }: CallDetails): Promise<readonly Recipient[]> {
  const isOver = state === 'closed';
  const people = isOver ? participants : await api.listParticipants({ id: call.uniqueId }).catch(() => participants);
  return people.map(({ contact }) => contact);
}

/** Seals notes for the people of the call, and stores them on the device until the server has them. */
async function write(scope: SessionScope, item: CallDetails, text: string, over: Over) {
  const { call } = item;
  const [cipher, people] = await Promise.all([loadCipher(scope), peopleOf(item)]);
  const cryptoSchema = await cipher.schemeFor(people);
  const notes = await cipher.sealText(cryptoSchema, text, people, notesPlace(call.uniqueId));
  scope.get(createQueryClient).setQueryData(notesKey(call.uniqueId, myId(), notes), text);
  // The user's earlier notes may have been saved while they were editing, or during the sealing.
  const there = scope.get(createQueryClient).getQueryData(callQuery(call.uniqueId).queryKey)?.notes;
  const basedOn = there && there.notes === over.sealed ? there.date : over.basedOn;
  void scope.get(createNotes).keep(call.uniqueId, {
    notes,
    cryptoSchema,
    date: new Date().toISOString(),
    ...(basedOn === null ? {} : { basedOn }),
  });
}

interface UnreadableProps {
  readonly isOpen: boolean;
  readonly author: string;
  readonly onClose: () => void;
  readonly onWrite: () => void;
}

/** Asks whether to replace notes that cannot be decrypted here. */
function Unreadable({ isOpen, author, onClose, onWrite }: UnreadableProps) {
  const t = useTexts(texts);
  return (
    <Question
      isOpen={isOpen}
      title={t('unreadableQuestion')}
      yes={t('writeAnew')}
      isDanger
      onYes={onWrite}
      onClose={onClose}
    >
      <p>{t('unreadableLine', { name: author })}</p>
    </Question>
  );
}

interface AsTheyStandProps {
  readonly item: CallDetails;
  readonly text: string | NotGenuine | null | undefined;
  /** The scheme of the notes; absent: there are none. */
  readonly scheme: Scheme | undefined;
  /** They were written on this page. */
  readonly isMine: boolean;
  /** Null: the user may not write notes. */
  readonly onEdit: (() => void) | null;
}

function AsTheyStand({ item, text, scheme, isMine, onEdit }: AsTheyStandProps) {
  const t = useTexts(texts);
  return (
    <>
      {text !== '' && text !== undefined && (
        <>
          {scheme !== undefined && <Unprotected scheme={scheme} />}
          <p className={styles.text}>
            <Opened text={text} />
          </p>
        </>
      )}
      {text === '' && <p className={styles.none}>{t('noNotes')}</p>}
      <NotesState item={item} isMine={isMine} />
      {onEdit && text !== undefined && (
        <LineButton
          className={styles.edit}
          icon={<IconPencil size={20} stroke={1.75} aria-hidden="true" />}
          onClick={onEdit}
        >
          {t(text ? 'editNotes' : 'writeNotes')}
        </LineButton>
      )}
    </>
  );
}

type Step =
  | { readonly type: 'read' | 'asking' | 'written' }
  | { readonly type: 'edit'; readonly text: string; readonly over: Over };

/** The controllers' notes on the call. Everybody in the call may read them, and controllers may edit them in place. */
export function Notes({ item }: { readonly item: CallDetails }) {
  const scope = useScope();
  const t = useTexts(texts);
  const me = useMe();
  const mayWrite = isController(me.role.code);
  const [step, setStep] = useState<Step>({ type: 'read' });
  const { call, notes: there } = item;
  const pending = usePendingNotes(call.uniqueId);
  const shown = pending ?? there;
  const text = useNotesText(call.uniqueId, shown);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!mayWrite && text === '') return null;

  const edit = () => {
    const basedOn = (pending ? pending.basedOn : there?.date) ?? null;
    setStep({
      type: 'edit',
      text: typeof text === 'string' ? text : '',
      over: { sealed: shown?.notes ?? null, basedOn },
    });
  };
  const ask = () => setStep({ type: 'asking' });
  const read = () => setStep({ type: 'read' });
  const save = async (written: string, over: Over) => {
    await write(scope, item, written, over);
    setStep({ type: 'written' });
  };
  const asTheyStand = () => (
    <AsTheyStand
      item={item}
      text={text}
      scheme={shown?.cryptoSchema}
      isMine={step.type === 'written' && there?.author.uniqueId === me.uniqueId}
      onEdit={mayWrite ? (text === undefined || typeof text === 'string' ? edit : ask) : null}
    />
  );
  const theirs = pending && othersThan(pending, there);
  return (
    <section className={styles.section} aria-labelledby="call-notes">
      <h2 id="call-notes" ref={heading} tabIndex={-1}>
        {t('notes')}
      </h2>
      {step.type === 'edit' ? (
        <NotesForm text={step.text} onSave={(written) => save(written, step.over)} onCancel={read} />
      ) : theirs ? (
        <NotesChoice callId={call.uniqueId} mine={pending} theirs={theirs} onChosen={() => heading.current?.focus()} />
      ) : (
        asTheyStand()
      )}
      <Unreadable isOpen={step.type === 'asking'} author={there?.author.name ?? ''} onClose={read} onWrite={edit} />
    </section>
  );
}

/** The server's notes, if they conflict with the user's pending ones and are loaded. */
const othersThan = ({ state, basedOn }: PendingNotes, there: CallNotes | null) =>
  state === 'changed' && there?.date !== basedOn ? there : null;
