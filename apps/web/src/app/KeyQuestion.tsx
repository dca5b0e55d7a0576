import { useKeyQuestion } from '../data/key-question';
import { DialogsIn } from '../ui/layers';
import { lazyPart } from '../ui/lazy-part';
import { PartAwaited } from '../ui/PartFailed';

/** If it does not load, it is asked for again: sealing waits for the answer. */
const KeyQuestionDialog = lazyPart(() => import('../features/keys/KeyQuestionDialog'), 'KeyQuestionDialog', {
  Missing: PartAwaited,
});

/** Over whatever is open, calls too: something waits to be sealed. */
export function KeyQuestion() {
  const person = useKeyQuestion();
  return (
    person && (
      <DialogsIn value="questions">
        <KeyQuestionDialog key={`${person.uniqueId} ${person.publicKey}`} person={person} />
      </DialogsIn>
    )
  );
}
