import type { RecordingView } from '@earth/calls';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { firstName, formatList } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import type { InCallModel } from '../screens/use-in-call';
import styles from './recording.module.css';
import { texts } from './texts';

interface PlateProps {
  readonly words: string;
  readonly children: ReactNode;
}

const Plate = ({ words, children }: PlateProps) => (
  <div className={styles.plate}>
    <span className={styles.words}>{words}</span>
    {children}
  </div>
);

/** Why the user's recording has ended; null: it has not, or the user has ended it. */
function useEnd({ own, problem, refusedBy }: RecordingView): string | null {
  const say = useTexts(texts);
  if (own !== 'off') return null;
  if (refusedBy) return say('refusedBy', { name: firstName(refusedBy.name) });
  return problem === null || problem === 'unsupported' ? null : say(problem);
}

/** How the user's own recording stands. */
function OwnRecording({ model: { view, actions } }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const language = useLanguage();
  const end = useEnd(view.recording);
  const [closed, close] = useState<string | null>(null);
  // The same words may be needed again.
  if (end === null && closed !== null) close(null);
  const { own, waitsFor } = view.recording;
  const names = formatList(
    waitsFor.map(({ name }) => firstName(name)),
    language,
  );
  return (
    <div role="status" className={styles.status}>
      {own === 'waits' && (
        <Plate words={names === '' ? say('waitsForSomebody') : say('waitsFor', { names })}>
          <button
            type="button"
            className={styles.act}
            aria-label={say('stopRecording')}
            onClick={actions.stopRecording}
          >
            {say('stop')}
          </button>
        </Plate>
      )}
      {end !== null && end !== closed && (
        <Plate words={end}>
          <button type="button" className={styles.close} aria-label={say('close')} onClick={() => close(end)}>
            <IconX size={20} stroke={1.75} aria-hidden="true" />
          </button>
        </Plate>
      )}
    </div>
  );
}

/** Who records the call, with a way to stop that, and how the user's own recording stands. */
export function RecordingPlates({ model }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const { view, actions } = model;
  return (
    <>
      {view.recording.by.map(({ uniqueId, name }) => (
        <Plate key={uniqueId} words={say('recordedBy', { name: firstName(name) })}>
          <button
            type="button"
            className={styles.act}
            aria-label={say('withdrawFrom', { name: firstName(name) })}
            onClick={() => actions.answerRecording(uniqueId, false)}
          >
            {say('withdraw')}
          </button>
        </Plate>
      ))}
      {view.me.isController && <OwnRecording model={model} />}
    </>
  );
}
