import type { Ar } from '@earth/calls';
import { useTexts } from '../../../shared/i18n';
import { Progress } from '../../../ui/feedback/Progress';
import { StreamVideo } from '../parts/StreamVideo';
import type { InCallModel } from '../screens/use-in-call';
import styles from './ar.module.css';
import { type ArText, texts } from './texts';

/** How much is learnt, from 0 to 1; null: nothing is being learnt. */
const learntOf = ({ training }: Ar): number | null => {
  if (training === null || training.state === 'ended') return null;
  return training.state === 'progress' ? training.percent / 100 : 0;
};

function wordsOf({ problem, training, foreground }: Ar): ArText {
  if (problem) return problem;
  if (training?.state !== 'ended') return 'learning';
  return foreground ? 'shown' : 'ready';
}

/** What AR does at the moment, with what its camera sees, and a button to learn the background again. */
export function ArPlate({ model: { view, actions } }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const { ar } = view.local;
  if (!ar?.isOn || (ar.training === null && ar.problem === null)) return null;
  const learnt = learntOf(ar);
  return (
    <div className={styles.plate} data-problem={ar.problem !== null || undefined}>
      {ar.preview && !ar.foreground && (
        <div className={styles.preview}>
          <StreamVideo stream={ar.preview} testId="ar-preview" label={say('preview')} fit="cover" />
        </div>
      )}
      <div className={styles.words}>
        <p role="status">{say(wordsOf(ar))}</p>
        {learnt !== null && <Progress label={say('learnt')} value={learnt} />}
      </div>
      {learnt === null && (
        <button type="button" className={styles.again} onClick={actions.learnBackground}>
          {say(ar.problem === null || ar.problem === 'moved' ? 'learnAgain' : 'tryAgain')}
        </button>
      )}
    </div>
  );
}
