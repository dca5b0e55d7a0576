import type { Facing } from '@earth/calls';

/**
 * Assist 9: «default video track 480 by 640». A camera's sensor lies on its side: a phone held upright asks for the
 * width and height of the sensor and gets them turned.
 */
const phoneSize: MediaTrackConstraints = { width: { ideal: 640 }, height: { ideal: 480 } };
/** Assist 9, tablet camera constraints. */
const tabletSize: MediaTrackConstraints = {
  width: { min: 640, ideal: 1280, max: 1920 },
  height: { min: 480, ideal: 720, max: 1080 },
};
const FRAMES_PER_SECOND = 30;

export interface CameraChoice {
  /** What to ask the browser for, to look that way. */
  constraintsFor(facing: Facing): Promise<MediaTrackConstraints>;
  /** Keeps which device a direction was. */
  remember(facing: Facing, track: MediaStreamTrack): void;
}

interface CameraChoicePorts {
  readonly listCameras: () => Promise<readonly MediaDeviceInfo[]>;
  readonly isTablet: () => boolean;
}

/**
 * Which camera looks which way. A phone's camera says it; of two cameras at a desk, which don't, each direction has one
 * of its own: the first that is asked for gets the browser's choice, the other one another device.
 */
export function createCameraChoice({ listCameras, isTablet }: CameraChoicePorts): CameraChoice {
  const devices = new Map<Facing, string>();

  return {
    async constraintsFor(facing) {
      const base = { ...(isTablet() ? tabletSize : phoneSize), frameRate: { ideal: FRAMES_PER_SECOND } };
      const known = devices.get(facing);
      const other = devices.get(facing === 'user' ? 'environment' : 'user');
      if (known === undefined && other === undefined) return { ...base, facingMode: { ideal: facing } };
      const deviceId = known ?? (await listCameras()).find((camera) => camera.deviceId !== other)?.deviceId;
      // Exact: Chromium takes its first camera where the device is only wished for.
      return deviceId === undefined ? base : { ...base, deviceId: { exact: deviceId } };
    },
    remember(facing, track) {
      const { facingMode, deviceId } = track.getSettings();
      if (facingMode === undefined && deviceId !== undefined) devices.set(facing, deviceId);
    },
  };
}
