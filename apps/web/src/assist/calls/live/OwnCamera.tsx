import { IconCameraRotate } from '@tabler/icons-react';
import { firstName } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import { FilledButton, QuietButton } from '../../../ui/controls/Button';
import { Dialog } from '../../../ui/overlay/Dialog';
import type { InCallModel } from '../screens/use-in-call';
import { ZoomSlider } from '../../../ui/controls/ZoomSlider';
import styles from './live.module.css';
import { texts } from './texts';

/** Asks the user, once, whether a controller may switch their camera. Closing the question refuses. */
export function CameraQuestion({ model }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const { view, actions } = model;
  const asker = view.cameraAskedBy;
  const name = asker ? firstName(asker.name) : '';
  const answer = (isGranted: boolean) => asker && actions.answerCamera(asker.uniqueId, isGranted);
  return (
    <Dialog isOpen={asker !== null} onClose={() => answer(false)} title={say('cameraQuestion', { name })}>
      <p>{say('cameraQuestionLine', { name })}</p>
      <div className={styles.answers}>
        <QuietButton isField onClick={() => answer(false)}>
          {say('no')}
        </QuietButton>
        <FilledButton isField onClick={() => answer(true)}>
          {say('yes')}
        </FilledButton>
      </div>
    </Dialog>
  );
}

/** The zoom of the user's own camera, if it has one: in the field it makes a type plate readable. */
export function OwnZoom({ model }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const { view, actions, pictures } = model;
  const { zoom, videoOn } = view.local;
  if (!zoom || !videoOn || pictures.main?.of !== 'me') return null;
  return (
    <div className={styles.own}>
      <ZoomSlider zoom={zoom} label={say('zoom')} isOnVideo onZoom={actions.setZoom} />
    </div>
  );
}

/** Always shows who may switch the user's camera, with a button to withdraw the consent. */
export function CameraHeld({ model }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const { view, actions } = model;
  return view.cameraHeldBy.map(({ uniqueId, name }) => (
    <div key={uniqueId} className={styles.held}>
      <IconCameraRotate size={20} stroke={1.75} />
      <span className={styles.words}>{say('cameraHeld', { name: firstName(name) })}</span>
      <button
        type="button"
        className={styles.back}
        aria-label={say('takeBackFrom', { name: firstName(name) })}
        onClick={() => actions.answerCamera(uniqueId, false)}
      >
        {say('takeBack')}
      </button>
    </div>
  ));
}
