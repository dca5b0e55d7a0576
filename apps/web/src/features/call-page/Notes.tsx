import { type CallDetails, isController } from '@earth/contracts';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, formatTime } from '../../app/format';
import { useLanguage, useTexts } from '../../app/i18n';
import { getConfig, useMe } from '../../data';
import { loadCipher } from '../../data/call-queries';
import { notesKeeper, useKeptNotes } from '../../data/notes';
import { queryClient } from '../../data/queries';
import { LineButton, TextButton } from '../../ui/Button';
import styles from './call-page.module.css';
import { NotesForm } from './NotesForm';
import { texts } from './texts';

/** By the envelope itself: it is the same before it is saved and after. */
const textKey = (callId: string, sealed: string) => ['notes', callId, sealed];

/** The notes as they stand, opened: what is kept here before what the server has. Null: not sealed for the reader. */
function useNotes({ call, notes }: CallDetails) {
  const kept = useKeptNotes(call.uniqueId);
  const sealed = kept ?? notes;
  const { data: text } = useQuery({
    queryKey: textKey(call.uniqueId, sealed?.notes ?? ''),
    queryFn: async () => (sealed ? (await loadCipher()).openText(sealed.cryptoSchema, sealed.notes) : ''),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { kept, text };
}

/** Seals notes for the people of the call, and keeps them until they are saved. */
async function write({ call, participants }: CallDetails, text: string) {
  const cipher = await loadCipher();
  const people = participants.map(({ contact }) => contact);
  const notes = await cipher.sealText(text, people);
  queryClient.setQueryData(textKey(call.uniqueId, notes), text);
  void notesKeeper.keep(call.uniqueId, {
    notes,
    cryptoSchema: getConfig().cryptoSchema,
    date: new Date().toISOString(),
  });
}

interface StateProps {
  readonly item: CallDetails;
  /** They were written on this page. */
  readonly isMine: boolean;
}

/** Who wrote the notes and when, and whether the server has them. */
function State({ item: { call, notes }, isMine }: StateProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const state = useKeptNotes(call.uniqueId)?.state;
  const date = notes && new Date(notes.date);
  return (
    <p className={styles.meta} role="status">
      {!state && notes && date && `${notes.author.name}, ${formatDate(date, language)}, ${formatTime(date, language)}`}
      {!state && isMine && ` · ${t('notesSaved')}`}
      {state === 'saving' && t('notesSaving')}
      {state === 'waiting' && t('notesWaiting')}
      {state === 'failed' && (
        <>
          <span className={styles.failed}>{t('notesFailed')}</span>
          <TextButton onClick={() => void notesKeeper.retry(call.uniqueId)}>{t('tryAgain')}</TextButton>
        </>
      )}
    </p>
  );
}

/** What controllers wrote on the call: read by all of its people, edited in place by a controller. */
export function Notes({ item }: { readonly item: CallDetails }) {
  const t = useTexts(texts);
  const mayWrite = isController(useMe().role.code);
  const { kept, text } = useNotes(item);
  const [step, setStep] = useState<'read' | 'edit' | 'written'>('read');
  if (!mayWrite && text === '') return null;
  return (
    <section className={styles.section} aria-labelledby="call-notes">
      <h2 id="call-notes">{t('notes')}</h2>
      {step === 'edit' ? (
        <NotesForm
          text={text ?? ''}
          onSave={async (written) => {
            await write(item, written);
            setStep('written');
          }}
          onCancel={() => setStep('read')}
        />
      ) : (
        <>
          {text && <p className={styles.text}>{text}</p>}
          {text === null && <p className={styles.quiet}>{t('notForYou')}</p>}
          {text === '' && <p className={styles.none}>{t('noNotes')}</p>}
          {(kept ?? item.notes) && <State item={item} isMine={step === 'written'} />}
          {mayWrite && text !== undefined && (
            <LineButton
              className={styles.edit}
              icon={<IconPencil size={20} stroke={1.75} aria-hidden="true" />}
              onClick={() => setStep('edit')}
            >
              {t(text ? 'editNotes' : 'writeNotes')}
            </LineButton>
          )}
        </>
      )}
    </section>
  );
}
