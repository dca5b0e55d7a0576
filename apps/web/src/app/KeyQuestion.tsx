import { useKeyQuestion } from '../platform/crypto/key-question';
import { DialogsIn } from '../ui/overlay/layers';
import { lazyPart } from '../ui/feedback/lazy-part';
import { PartAwaited } from '../ui/feedback/PartFailed';

/** A failed load is retried, because sealing waits for the answer. */
const KeyQuestionDialog = lazyPart(() => import('../account/keys/KeyQuestionDialog'), 'KeyQuestionDialog', {
  Missing: PartAwaited,
});

/** Shown over everything, calls too: a message waits to be sealed. */
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
