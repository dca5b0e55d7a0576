import { IconBulb, IconCameraRotate } from '@tabler/icons-react';
import { firstName } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import type { InCallModel } from '../screens/use-in-call';
import { ZoomSlider } from '../../../ui/controls/ZoomSlider';
import styles from './live.module.css';
import { texts } from './texts';

/** Controls of the main picture's camera, if it is another participant's and can be controlled: asks for consent, then switches. */
export function PeerCameraBar({ model }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const { view, actions, pictures, shown } = model;
  const { main } = pictures;
  if (main?.of !== 'person' || !main.person.camera || !main.person.hasVideo || shown || !view.me.isController)
    return null;
  const { camera, contact } = main.person;
  const { control, torch, zoom, canFlip, facing } = camera;
  if (torch === null && zoom === null && !canFlip) return null;
  const name = firstName(contact.name);
  const command = (one: Parameters<typeof actions.commandCamera>[1]) => actions.commandCamera(contact.uniqueId, one);
  return (
    <div role="group" aria-label={say('cameraOf', { name })} className={styles.bar}>
      <span role="status" className={styles.said}>
        {control === 'asked' && say('cameraAsked', { name })}
        {control === 'refused' && say('cameraRefused', { name })}
      </span>
      {control === 'none' && (
        <button type="button" className={styles.chip} onClick={() => actions.askCamera(contact.uniqueId)}>
          <IconCameraRotate size={18} stroke={1.75} />
          {say('askCamera', { name })}
        </button>
      )}
      {control === 'granted' && (
        <>
          {torch !== null && (
            <button
              type="button"
              className={styles.chip}
              aria-pressed={torch}
              onClick={() => command({ torch: !torch })}
            >
              <IconBulb size={18} stroke={1.75} />
              {say('light')}
            </button>
          )}
          {canFlip && (
            <button
              type="button"
              className={styles.chip}
              onClick={() => command({ facing: facing === 'user' ? 'environment' : 'user' })}
            >
              <IconCameraRotate size={18} stroke={1.75} />
              {facing === 'user' ? say('toBack') : say('toFront')}
            </button>
          )}
          {zoom && <ZoomSlider zoom={zoom} label={say('zoom')} onZoom={(value) => command({ zoom: value })} />}
        </>
      )}
    </div>
  );
}
