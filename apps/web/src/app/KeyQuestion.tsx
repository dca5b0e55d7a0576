import { Suspense } from 'react';
import { useKeyQuestion } from '../data/key-question';
import { DialogsIn } from '../ui/layers';
import { lazyPart } from '../ui/lazy-part';

const KeyQuestionDialog = lazyPart(() => import('../features/keys/KeyQuestionDialog'), 'KeyQuestionDialog');

/** Over whatever is open, calls too: something waits to be sealed. */
export function KeyQuestion() {
  const person = useKeyQuestion();
  return (
    person && (
      <Suspense fallback={null}>
        <DialogsIn value="questions">
          <KeyQuestionDialog key={`${person.uniqueId} ${person.publicKey}`} person={person} />
        </DialogsIn>
      </Suspense>
    )
  );
}
