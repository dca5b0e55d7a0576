import { IconPlayerPause } from '@tabler/icons-react';
import { useTexts } from '../../../shared/i18n';
import { ArPlate } from '../ar/ArPlate';
import type { InCallModel } from '../screens/use-in-call';
import styles from './live.module.css';
import { CameraHeld, OwnZoom } from './OwnCamera';
import { RecordingPlates } from '../recording/RecordingPlates';
import { PeerCameraBar } from './PeerCameraBar';
import { ScreenWords } from './ScreenWords';
import { texts } from './texts';

/** Freezes everybody's screen at the picture, to draw on it at once. */
function Freeze({ model: { freeze } }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  if (!freeze) return null;
  return (
    <div className={styles.bar}>
      <button type="button" className={styles.chip} aria-label={say('freezeLong')} onClick={freeze}>
        <IconPlayerPause size={18} stroke={1.75} aria-hidden="true" />
        {say('freeze')}
      </button>
    </div>
  );
}

/** The plates above the controls of a phone: who may switch the camera, who shares a screen, and the zoom. */
export const PhonePlates = ({ model }: { readonly model: InCallModel }) => (
  <>
    <ArPlate model={model} />
    <CameraHeld model={model} />
    <RecordingPlates model={model} />
    <ScreenWords model={model} />
    <Freeze model={model} />
    {!model.shown && <PeerCameraBar model={model} />}
    {!model.shown && <OwnZoom model={model} />}
  </>
);
