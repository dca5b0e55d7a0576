import { firstName } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import { FilledButton, QuietButton } from '../../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../../ui/overlay/Dialog';
import type { InCallModel } from '../screens/use-in-call';
import { texts } from './texts';

/** Asks the user whether a controller may record the call. Closing the question refuses. */
export function RecordingQuestion({ model: { view, actions } }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const asker = view.recording.askedBy;
  const answer = (agrees: boolean) => asker && actions.answerRecording(asker.uniqueId, agrees);
  return (
    <Dialog
      isOpen={asker !== null}
      onClose={() => answer(false)}
      title={say('question', { name: asker ? firstName(asker.name) : '' })}
    >
      <p>{say('questionLine')}</p>
      <DialogAnswers>
        <QuietButton isField onClick={() => answer(false)}>
          {say('refuse')}
        </QuietButton>
        <FilledButton isField onClick={() => answer(true)}>
          {say('agree')}
        </FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}
