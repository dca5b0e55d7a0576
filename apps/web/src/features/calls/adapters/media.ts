import type { Facing, Media, OpenedMedia } from '@earth/calls';
import { captureFrame } from './capture-frame';
import { createDevices, type DevicePorts } from './open-devices';

/** Shorter side of the screen from which a touch device is a tablet, CSS px. */
const TABLET_FROM = 600;

export interface MediaPorts extends DevicePorts {
  readonly capture: Media['capture'];
}

/** The camera as one asks for it before a call. */
export interface CameraGate {
  hasCamera(): Promise<boolean>;
  /** Whether the person has allowed the camera; where the browser does not tell, `prompt`. */
  permission(): Promise<PermissionState>;
  /** Opens camera and microphone, which makes the browser ask, and keeps them for the call that follows. */
  prepare(facing: Facing): Promise<OpenedMedia>;
  /** The call did not follow. */
  release(): void;
}

/** The browser's camera and microphone. */
export function createMedia(ports: MediaPorts): Media & CameraGate {
  const devices = createDevices(ports);
  let prepared: { readonly facing: Facing; readonly opened: OpenedMedia } | null = null;

  const release = () => {
    prepared?.opened.audio?.stop();
    prepared?.opened.video?.stop();
    prepared = null;
  };

  return {
    async hasCamera() {
      return (await devices.listCameras()).length > 0;
    },
    async permission() {
      const told = await ports.cameraPermission();
      if (told !== 'unknown') return told;
      // A camera's name is told only to a page that may use it.
      return (await devices.listCameras()).some((camera) => camera.label !== '') ? 'granted' : 'prompt';
    },
    async prepare(facing) {
      release();
      const opened = await devices.open({ facing, audio: true, video: true });
      prepared = { facing, opened };
      return opened;
    },
    release,
    async open(wanted) {
      const ready = prepared;
      if (ready && wanted.audio && wanted.video && ready.facing === wanted.facing) {
        prepared = null;
        return ready.opened;
      }
      release();
      return devices.open(wanted);
    },
    capture: ports.capture,
  };
}

let camera: Promise<PermissionStatus> | undefined;

/** Asked once, so that no call waits for the answer: what the browser gives goes on telling while somebody listens. */
async function askForCamera(): Promise<PermissionStatus> {
  const status = await navigator.permissions.query({ name: 'camera' });
  status.addEventListener('change', () => undefined);
  return status;
}

async function cameraPermission(): Promise<PermissionState | 'unknown'> {
  try {
    camera ??= askForCamera();
    return (await camera).state;
  } catch {
    return 'unknown';
  }
}

const isTablet = () => matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) >= TABLET_FROM;

/** This machine's camera and microphone. */
export function createPageMedia() {
  void cameraPermission();
  return createMedia({ devices: navigator.mediaDevices, isTablet, cameraPermission, capture: captureFrame });
}
