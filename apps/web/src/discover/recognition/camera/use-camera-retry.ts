import { useEffect, useEffectEvent, useRef } from 'react';
import type { CameraInUse } from '../../../shared/camera/use-live-camera';

/** A camera that is not ready is opened again after this time (D9.12). */
const RETRY_MS = 1_000;
const RETRIES = 3;

/**
 * Opens a camera again that did not start (D4.25).
 * @param isInUse the visitor has chosen or taken a picture: a failure does not end that, and is shown in the camera's place
 * @param onFailure it did not start in the end
 */
export function useCameraRetry({ state, camera }: CameraInUse, isInUse: boolean, onFailure: () => void) {
  const retries = useRef(0);
  const fail = useEffectEvent(onFailure);
  const { type } = state;
  useEffect(() => {
    if (type === 'open') retries.current = 0;
    if (type !== 'failed') return undefined;
    if (retries.current === RETRIES) return isInUse ? undefined : fail();
    const timer = setTimeout(() => {
      retries.current += 1;
      void camera.open();
    }, RETRY_MS);
    return () => clearTimeout(timer);
  }, [type, camera, isInUse]);
}
