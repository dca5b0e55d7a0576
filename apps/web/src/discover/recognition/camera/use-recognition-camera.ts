import type { Catalogue } from '@earth/contracts';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { getConfig } from '../../../platform';
import { useScoped } from '../../../platform/session/scope-context';
import { saveFile } from '../../../shared/device/save-file';
import { type CatalogueName, isSameCatalogue } from '../model/catalogue';
import { squareIn } from '../model/crop';
import { photographName, readPhotograph, takePhotograph, toPng } from '../model/photograph';
import { createRecognitionSession } from '../model/recognition-session';
import { useDeviceSearch } from '../offline/use-device-search';
import { useConsentEnd } from '../use-consent-end';
import { useCameraRetry } from './use-camera-retry';
import { useCameraSettings } from './use-camera-settings';
import { useRecognition } from './use-recognition';
import { useSharpness } from './use-sharpness';
import { useTwoCameras } from './use-two-cameras';

interface Options {
  readonly catalogue: CatalogueName;
  /** Null: the server does not answer; undefined: it has not yet. */
  readonly info: Catalogue | null | undefined;
  readonly onResults: () => void;
  /** The camera did not start. */
  readonly onFailure: () => void;
}

export type RecognitionCameraState = ReturnType<typeof useRecognitionCamera>;

/** All that the recognition camera shows and does. */
export function useRecognitionCamera({ catalogue, info, onResults, onFailure }: Options) {
  const { width, height } = getConfig().recognition;
  const bounds = { width, height };
  const session = useScoped(createRecognitionSession);
  const { photograph, mode, sharedWith } = useStore(session.store);
  const isShared = sharedWith !== null && isSameCatalogue(sharedWith, catalogue);
  useConsentEnd();
  const video = useRef<HTMLVideoElement>(null);
  const mask = useRef<HTMLDivElement>(null);
  const cameras = useTwoCameras();
  const [isInUse, setInUse] = useState(false);
  useCameraRetry(cameras.live, isInUse, onFailure);
  const track = cameras.live.state.type === 'open' ? cameras.live.state.track : null;
  const settings = useCameraSettings(track);
  const { tolerance } = settings;
  const { thread, state: device, search, download } = useDeviceSearch(catalogue, info);
  const recognition = useRecognition({ catalogue, info, thread, search, tolerance, onResults });
  const { isSearching, setAlert } = recognition;
  const sharpness = useSharpness(thread, { video, mask, bounds }, track !== null && !isSearching);

  function take() {
    const [picture, frame] = [video.current, mask.current];
    if (!picture || !frame) return;
    setInUse(true);
    const squareOf = () => {
      const size = { width: picture.videoWidth, height: picture.videoHeight };
      return squareIn(size, picture.getBoundingClientRect(), frame.getBoundingClientRect());
    };
    void recognition.start(() => takePhotograph(picture, squareOf, bounds));
  }
  function save() {
    if (!photograph) return setAlert({ problem: 'noImages' });
    const name = photographName(`${getConfig().brand.screenshotFolder}-recognition`, Math.random());
    toPng(photograph).then(
      (png) => saveFile(png, name),
      () => setAlert({ problem: 'errorOpening' }),
    );
  }
  function stepResolution(by: -1 | 1) {
    const problem = settings.stepResolution(by);
    if (problem) setAlert({ problem });
  }
  return {
    video,
    mask,
    track,
    cameras,
    settings,
    device,
    download,
    recognition,
    sharpness,
    isSharp: sharpness !== null && sharpness >= tolerance,
    photograph,
    mode,
    setMode: session.setMode,
    /** Whether the user agrees that photographs are kept; null: the catalogue keeps none. */
    isShared: info?.learnsFromPhotographs ? isShared : null,
    setShared: (isOn: boolean) => session.setSharedWith(isOn ? catalogue : null),
    /** The visitor begins to choose a picture. */
    beginPicking: () => setInUse(true),
    take,
    pick: (file: File) => void recognition.start(() => readPhotograph(file, bounds)),
    save,
    stepResolution,
  };
}
