import { useEffect, useState } from 'react';
import { firstName } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import { FilledButton, QuietButton } from '../../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../../ui/overlay/Dialog';
import type { InCallModel } from '../screens/use-in-call';
import { texts } from './texts';

/** A click or a key that was meant for what was there before must not answer. */
const READY_AFTER_MS = 600;

interface AnswersProps {
  readonly onAnswer: (agrees: boolean) => void;
}

function Answers({ onAnswer }: AnswersProps) {
  const say = useTexts(texts);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), READY_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <DialogAnswers>
      <QuietButton isField disabled={!isReady} onClick={() => onAnswer(false)}>
        {say('refuse')}
      </QuietButton>
      <FilledButton isField disabled={!isReady} onClick={() => onAnswer(true)}>
        {say('agree')}
      </FilledButton>
    </DialogAnswers>
  );
}

/** Asks the user whether a controller may record the call. It opens by itself, so only its buttons answer it. */
export function RecordingQuestion({ model: { view, actions } }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const asker = view.recording.askedBy;
  return (
    <Dialog
      isOpen={asker !== null}
      onClose={() => undefined}
      closeOnClickOutside={false}
      title={say('question', { name: asker ? firstName(asker.name) : '' })}
    >
      <p>{say('questionLine')}</p>
      {asker && <Answers key={asker.uniqueId} onAnswer={(agrees) => actions.answerRecording(asker.uniqueId, agrees)} />}
    </Dialog>
  );
}
