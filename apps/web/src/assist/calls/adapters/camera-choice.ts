import type { Facing, WantedMedia } from '@earth/calls';

/**
 * The video track is 480 by 640 by default (A9.12). A camera's sensor lies on its side: a phone held upright asks for the
 * width and height of the sensor and gets them turned.
 */
const phoneSize: MediaTrackConstraints = { width: { ideal: 640 }, height: { ideal: 480 } };
/** Constraints of a tablet's camera (A9.11). */
const tabletSize: MediaTrackConstraints = {
  width: { min: 640, ideal: 1280, max: 1920 },
  height: { min: 480, ideal: 720, max: 1080 },
};
const FRAMES_PER_SECOND = 30;

export interface CameraChoice {
  /** What to ask the browser for, in turn, until there is such a camera. */
  constraintsFor(wanted: Pick<WantedMedia, 'facing' | 'isTurned'>): Promise<readonly MediaTrackConstraints[]>;
  /** Keeps which device a direction was. */
  remember(facing: Facing, track: MediaStreamTrack): void;
}

interface CameraChoicePorts {
  readonly listCameras: () => Promise<readonly MediaDeviceInfo[]>;
  readonly isTablet: () => boolean;
  /** The id of the camera that was chosen for calls. */
  readonly chosen: () => string | null;
}

/**
 * Which camera is opened: the chosen one, else the one that looks that way. A phone's camera says where it looks; of two cameras at a desk, which don't, each direction has one
 * of its own: the first that is asked for gets the browser's choice, the other one another device.
 */
export function createCameraChoice({ listCameras, isTablet, chosen }: CameraChoicePorts): CameraChoice {
  const devices = new Map<Facing, string>();
  let lastChosen: string | null = null;

  /** Undefined where the browser is to choose. */
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
      // Another choice: which camera was which direction counts no more.
      if (chosenId !== lastChosen) devices.clear();
      lastChosen = chosenId;
      const deviceId = (isTurned ? null : chosenId) ?? (await deviceLooking(facing));
      const looking = { ...base, facingMode: { ideal: facing } };
      // A camera that is too small for a tablet is still a camera.
      const ofAnySize = { ...phoneSize, frameRate, facingMode: { ideal: facing } };
      // Exact: Chromium takes its first camera where the device is only wished for.
      const exactly = deviceId === undefined ? [] : [{ ...base, deviceId: { exact: deviceId } }];
      return [...exactly, looking, ofAnySize];
    },
    remember(facing, track) {
      const { facingMode, deviceId } = track.getSettings();
      if (facingMode === undefined && deviceId !== undefined) devices.set(facing, deviceId);
    },
  };
}
