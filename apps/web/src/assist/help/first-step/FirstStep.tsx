import type { MediaProblem } from '@earth/calls';
import { whomToRing } from '@earth/contracts';
import { IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../../platform';
import { useScope } from '../../../platform/session/scope-context';
import { useTexts } from '../../../shared/i18n';
import { createQueryClient } from '../../../shared/query-client';
import { helpersQuery } from '../../../shared/queries';
import { FilledButton, TextButton } from '../../../ui/controls/Button';
import { Avatar } from '../../../ui/pictures/Avatar';
import { AllowSteps } from '../../calls';
import { firstFacing } from '../../calls/model/first-facing';
import { getPageMedia } from '../../calls/model/page-media';
import styles from './first-step.module.css';
import { firstStepQuery, rememberFirstStep } from './first-step';
import { texts } from './texts';

/** More people than this are a number. */
const SHOWN = 3;

/** The people whom «Call for help» rings now. */
function Reached() {
  const t = useTexts(texts);
  const { data: helpers } = useQuery(helpersQuery);
  if (!helpers) return null;
  const { targets: people, areFree } = whomToRing(helpers);
  if (!areFree) return <p className={styles.quiet}>{t('nobody')}</p>;
  const further = people.length - SHOWN;
  return (
    <div>
      <p className={styles.quiet}>{t('reaches')}</p>
      <ul className={styles.people}>
        {people.slice(0, SHOWN).map(({ uniqueId, name }) => (
          <li key={uniqueId} className={styles.person}>
            <Avatar id={uniqueId} name={name} size="small" />
            {name}
          </li>
        ))}
        {further > 0 && <li className={styles.quiet}>{t('more', { count: further })}</li>}
      </ul>
    </div>
  );
}

type State = 'unasked' | 'asking' | 'problem';
interface Problems {
  readonly camera: MediaProblem | null;
  readonly microphone: MediaProblem | null;
}
const cameraWords = { missing: 'cameraMissing', failed: 'cameraFailed' } as const;
const microphoneWords = { missing: 'microphoneMissing', failed: 'microphoneFailed' } as const;

/** Why the device is not ready, and how to allow what is blocked. */
function Problem({ camera, microphone }: Problems) {
  const t = useTexts(texts);
  const isRefused = camera === 'refused' || microphone === 'refused';
  return (
    <div role="alert">
      {isRefused && <p className={styles.refused}>{t('refused')}</p>}
      {camera && camera !== 'refused' && <p className={styles.refused}>{t(cameraWords[camera])}</p>}
      {microphone && microphone !== 'refused' && <p className={styles.refused}>{t(microphoneWords[microphone])}</p>}
      {isRefused && <AllowSteps />}
    </div>
  );
}

/** One card before the first call of a field user: allows camera and microphone, and names who will be reached. */
export function FirstStep() {
  const t = useTexts(texts);
  const me = useMe();
  const scope = useScope();
  const { data: isOpen } = useQuery(firstStepQuery(me.uniqueId));
  const [state, setState] = useState<State>('unasked');
  const [problems, setProblems] = useState<Problems>({ camera: null, microphone: null });
  const [isReady, setReady] = useState(false);

  function finish() {
    rememberFirstStep(me.uniqueId);
    scope.get(createQueryClient).setQueryData(firstStepQuery(me.uniqueId).queryKey, false);
  }
  async function allow() {
    setState('asking');
    const media = await getPageMedia();
    const { cameraProblem, microphoneProblem } = await media.prepare(firstFacing(me));
    media.release();
    setProblems({ camera: cameraProblem, microphone: microphoneProblem });
    if (cameraProblem || microphoneProblem) return setState('problem');
    setReady(true);
    finish();
  }
  return (
    <>
      <p role="status" className={isReady ? styles.ready : undefined}>
        {isReady && t('ready')}
      </p>
      {isOpen && (
        <section className={styles.card} aria-labelledby="first-step">
          <h2 id="first-step">{t('title')}</h2>
          <p>{t('line')}</p>
          <Reached />
          {state === 'problem' && <Problem {...problems} />}
          <FilledButton
            isField
            icon={<IconVideo size={20} stroke={1.75} aria-hidden="true" />}
            aria-disabled={state === 'asking'}
            onClick={() => state !== 'asking' && void allow()}
          >
            {t(state === 'asking' ? 'asking' : state === 'problem' ? 'again' : 'allow')}
          </FilledButton>
          <TextButton isField onClick={finish}>
            {t('later')}
          </TextButton>
        </section>
      )}
    </>
  );
}
