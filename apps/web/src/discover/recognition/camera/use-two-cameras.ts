import { useEffect, useState } from 'react';
import { rearLenses } from '../../../shared/camera/lens';
import { type CameraInUse, useLiveCamera } from '../../../shared/camera/use-live-camera';

/** The browser's choice, and not remembered: people look at a product with the other one. */
const FRONT = { facing: 'user', readLens: () => null, writeLens: () => undefined } as const;

interface TwoCameras {
  readonly live: CameraInUse;
  /** As a mirror shows it: the open camera looks at the user. */
  readonly isMirrored: boolean;
  /** Changes to the camera of the other side; null: there is one camera. */
  readonly flip: (() => void) | null;
}

/** Browsers that do not say which way a camera looks have it in the camera's name. */
function looksAway(track: MediaStreamTrack) {
  const { deviceId = '', facingMode } = track.getSettings();
  return facingMode === 'environment' || rearLenses([{ deviceId, label: track.label }]).length > 0;
}

/** The rear camera, or the one of the other side: one of them is open. */
export function useTwoCameras(): TwoCameras {
  const [isFront, setFront] = useState(false);
  const [count, setCount] = useState(1);
  const rear = useLiveCamera(!isFront);
  const front = useLiveCamera(isFront, FRONT);
  const live = isFront ? front : rear;
  const isOpen = live.state.type === 'open';
  // The front camera's next lens may be a rear one.
  const isMirrored = isFront && !(live.state.type === 'open' && looksAway(live.state.track));
  useEffect(() => {
    // Not all cameras are listed before the permission is given.
    if (!isOpen) return;
    navigator.mediaDevices.enumerateDevices().then(
      (devices) => setCount(devices.filter(({ kind }) => kind === 'videoinput').length),
      () => undefined,
    );
  }, [isOpen]);
  return { live, isMirrored, flip: count > 1 ? () => setFront(!isFront) : null };
}
