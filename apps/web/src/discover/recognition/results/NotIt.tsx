import { RECOGNITION_NOTE_MAX } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api, ApiError } from '../../../platform';
import { useContentLanguage, useTexts } from '../../../shared/i18n';
import { showToast } from '../../../shared/toast';
import { FilledButton, QuietButton } from '../../../ui/controls/Button';
import { Labelled, ProblemLine, TextArea } from '../../../ui/controls/Field';
import { Switch } from '../../../ui/controls/Switch';
import { Dialog, DialogAnswers } from '../../../ui/overlay/Dialog';
import { catalogueQuery } from '../model/catalogue-queries';
import type { Match } from '../model/match';
import { toBase64 } from '../model/photograph';
import type { Recognition } from '../model/recognition-session';
import { texts } from '../texts';
import styles from './recognition-results.module.css';

interface NotItProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly match: Match;
  readonly recognition: Recognition;
}

function Form({ onClose, match, recognition }: Omit<NotItProps, 'isOpen'>) {
  const t = useTexts(texts);
  const id = useId();
  const language = useContentLanguage();
  const { catalogue, photograph, mode } = recognition;
  const { data: info } = useQuery(catalogueQuery(catalogue, language));
  const [note, setNote] = useState('');
  const [isShared, setShared] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function send() {
    setSending(true);
    setProblem(null);
    try {
      await api.sendRecognitionFeedback({
        modelcode: catalogue.modelCode,
        ...(catalogue.customerCode !== null && { customerCode: catalogue.customerCode }),
        contentId: match.contentId,
        note: note.trim(),
        mode,
        similarity: match.similarity,
        ...(isShared && info?.learnsFromPhotographs && { image: await toBase64(photograph.file) }),
      });
      showToast(t('feedbackSent'));
      onClose();
    } catch (error) {
      setProblem((error instanceof ApiError && error.message) || t('feedbackFailed'));
      setSending(false);
    }
  }
  return (
    <div className={styles.form}>
      <p>{t('notItLine', { title: match.title })}</p>
      <Labelled id={id} label={t('notItNote')}>
        <TextArea
          id={id}
          rows={4}
          maxLength={RECOGNITION_NOTE_MAX}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </Labelled>
      {info?.learnsFromPhotographs && <Switch label={t('sendPhoto')} isOn={isShared} onChange={setShared} />}
      <ProblemLine id={`${id}-problem`} problem={problem === null ? null : { words: problem }} say={t} />
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton aria-busy={isSending} disabled={isSending} onClick={() => void send()}>
          {t('send')}
        </FilledButton>
      </DialogAnswers>
    </div>
  );
}

/** «Not it»: a note for the people of the catalogue; the photograph goes with it only if they learn from photographs and the user agrees. */
export function NotIt({ isOpen, ...form }: NotItProps) {
  const t = useTexts(texts);
  return (
    <Dialog isOpen={isOpen} onClose={form.onClose} title={t('notIt')}>
      <Form {...form} />
    </Dialog>
  );
}
