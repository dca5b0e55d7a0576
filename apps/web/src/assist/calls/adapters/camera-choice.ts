import type { Facing, WantedMedia } from '@earth/calls';

/**
 * The video track is 480 by 640 by default (A9.12). A camera's sensor is in landscape: a phone held upright asks for the width and
 * height of the sensor, and gets them rotated.
 */
const phoneSize: MediaTrackConstraints = { width: { ideal: 640 }, height: { ideal: 480 } };
/** Constraints of a tablet's camera (A9.11). */
const tabletSize: MediaTrackConstraints = {
  width: { min: 640, ideal: 1280, max: 1920 },
  height: { min: 480, ideal: 720, max: 1080 },
};
const FRAMES_PER_SECOND = 30;

export interface CameraChoice {
  /** The constraints to request, in turn, until a camera fits. */
  constraintsFor(wanted: Pick<WantedMedia, 'facing' | 'isTurned'>): Promise<readonly MediaTrackConstraints[]>;
  /** Remembers which device looks in a direction. */
  remember(facing: Facing, track: MediaStreamTrack): void;
}

interface CameraChoicePorts {
  readonly listCameras: () => Promise<readonly MediaDeviceInfo[]>;
  readonly isTablet: () => boolean;
  /** The id of the camera that was chosen for calls. */
  readonly chosen: () => string | null;
}

/**
 * Decides which camera is opened: the chosen one, or else the one that looks in the requested direction. A phone's cameras
 * report their direction. Two cameras at a desk do not, so each direction gets one of them: the direction that is requested
 * first gets the browser's choice, the other one another device.
 */
export function createCameraChoice({ listCameras, isTablet, chosen }: CameraChoicePorts): CameraChoice {
  const devices = new Map<Facing, string>();
  let lastChosen: string | null = null;

  /** Undefined leaves the choice to the browser. */
  async function deviceLooking(facing: Facing): Promise<string | undefined> {
    const known = devices.get(facing);
    const other = devices.get(facing === 'user' ? 'environment' : 'user');
    if (known !== undefined || other === undefined) return known;
    return (await listCameras()).find((camera) => camera.deviceId !== other)?.deviceId;
  }

  return {
    async constraintsFor({ facing, isTurned }) {
      const frameRate = { ideal: FRAMES_PER_SECOND };
      const base = { ...(isTablet() ? tabletSize : phoneSize), frameRate };
      const chosenId = chosen();
      // Another camera was chosen: forget which device was which direction.
      if (chosenId !== lastChosen) devices.clear();
      lastChosen = chosenId;
      const deviceId = (isTurned ? null : chosenId) ?? (await deviceLooking(facing));
      const looking = { ...base, facingMode: { ideal: facing } };
      // Without the size for tablets, in case the camera is too small for it.
      const ofAnySize = { ...phoneSize, frameRate, facingMode: { ideal: facing } };
      // `exact`, because with `ideal` Chromium opens its first camera.
      const exactly = deviceId === undefined ? [] : [{ ...base, deviceId: { exact: deviceId } }];
      return [...exactly, looking, ofAnySize];
    },
    remember(facing, track) {
      const { facingMode, deviceId } = track.getSettings();
      if (facingMode === undefined && deviceId !== undefined) devices.set(facing, deviceId);
    },
  };
}
