import { useEffect, useState } from 'react';
import { type Tuning, tuneCamera, type TuningName, tuningsOf } from '../../../shared/camera/camera-tuning';
import { type CameraSettings, readCameraSettings, storeCameraSettings } from '../model/camera-settings';
import { RESOLUTION_MAX, resizeTrack } from '../../../shared/camera/resolution';
import type { RecognitionProblem } from './use-recognition';

/** The settings of the camera: tolerance and resolution stay on the device, the others last as long as the camera is open. */
export function useCameraSettings(track: MediaStreamTrack | null) {
  const [settings, setSettings] = useState(readCameraSettings);
  const [tunings, setTunings] = useState<readonly Tuning[]>([]);
  const { chosenResolutionIndex } = settings;
  useEffect(() => {
    if (!track) return undefined;
    let isOver = false;
    // The ranges may depend on the resolution.
    void resizeTrack(track, chosenResolutionIndex)
      .then(() => tuningsOf(track))
      .then((found) => isOver || setTunings(found));
    return () => {
      isOver = true;
    };
  }, [track, chosenResolutionIndex]);

  function change(next: Partial<CameraSettings>) {
    const changed = { ...settings, ...next };
    setSettings(changed);
    storeCameraSettings(changed);
  }
  return {
    tolerance: settings.focusQualityTolerance,
    resolution: chosenResolutionIndex,
    tunings: track ? tunings : [],
    setTolerance: (focusQualityTolerance: number) => change({ focusQualityTolerance }),
    /** @returns why not; null: it is done */
    stepResolution(by: -1 | 1): RecognitionProblem | null {
      const next = chosenResolutionIndex + by;
      if (next > RESOLUTION_MAX) return 'alreadyMax';
      if (next < 0) return 'alreadyMin';
      change({ chosenResolutionIndex: next });
      return null;
    },
    tune(name: TuningName, value: number) {
      if (!track) return;
      setTunings((all) => all.map((one) => (one.name === name ? { ...one, value } : one)));
      // A camera that fails to do what it claims shows what it has.
      void tuneCamera(track, name, value).catch(async () => setTunings(await tuningsOf(track)));
    },
  };
}
