import { RECOGNITION_NOTE_MAX } from '@earth/contracts';
import { useId, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { FilledButton, QuietButton } from '../../../ui/controls/Button';
import { Labelled, TextArea } from '../../../ui/controls/Field';
import { Dialog, DialogAnswers } from '../../../ui/overlay/Dialog';
import { texts } from '../texts';

interface NotePromptProps {
  readonly isOpen: boolean;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onClose: () => void;
}

function Prompt({ note, onNote, onClose }: Omit<NotePromptProps, 'isOpen'>) {
  const t = useTexts(texts);
  const id = useId();
  const [text, setText] = useState(note);
  function keep() {
    onNote(text.trim());
    onClose();
  }
  return (
    <>
      <Labelled id={id} label={t('noteLine')}>
        <TextArea
          id={id}
          rows={4}
          maxLength={RECOGNITION_NOTE_MAX}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </Labelled>
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton onClick={keep}>{t('ok')}</FilledButton>
      </DialogAnswers>
    </>
  );
}

/** A note that goes with the next photograph. */
export function NotePrompt({ isOpen, onClose, ...prompt }: NotePromptProps) {
  const t = useTexts(texts);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('note')}>
      <Prompt {...prompt} onClose={onClose} />
    </Dialog>
  );
}
