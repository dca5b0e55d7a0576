import type { InCallModel } from '../screens/use-in-call';
import { CameraHeld, OwnZoom } from './OwnCamera';
import { PeerCameraBar } from './PeerCameraBar';
import { ScreenWords } from './ScreenWords';

/** What stands over the controls of a phone: who may switch the camera, who shows a screen, and the zoom. */
export const PhonePlates = ({ model }: { readonly model: InCallModel }) => (
  <>
    <CameraHeld model={model} />
    <ScreenWords model={model} />
    {!model.shown && <PeerCameraBar model={model} />}
    {!model.shown && <OwnZoom model={model} />}
  </>
);
