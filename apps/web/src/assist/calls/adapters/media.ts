import type { Facing, Media, OpenedMedia } from '@earth/calls';
import { readChosen } from '../../../platform';
import { shrinkBeside } from '../../../platform/crypto/small-picture';
import { adjustCamera, cameraAbilities } from './camera-extras';
import { captureFrame } from './capture-frame';
import { createDevices, type DevicePorts } from './open-devices';
import { openScreen } from './open-screen';
import { photograph } from './photograph';

/**
 * A browser that opens a camera does little else meanwhile: who calls rings first. Nobody sees the difference in their own
 * picture; what it brings is measured by `npm run bench -- call`.
 */
const HEAD_START_MS = 40;

/** Shorter side of the screen from which a touch device is a tablet, CSS px. */
const TABLET_FROM = 600;

export type MediaPorts = DevicePorts &
  Pick<Media, 'capture' | 'photograph' | 'shrink' | 'cameraAbilities' | 'adjustCamera' | 'openScreen'> & {
    /** Resolves when a call that begins has said so. */
    readonly headStart: () => Promise<void>;
  };

/** The camera as one asks for it before a call. */
export interface CameraGate {
  hasCamera(): Promise<boolean>;
  /** Whether the person has allowed the camera; where the browser does not tell, `prompt`. */
  permission(): Promise<PermissionState>;
  /** Opens camera and microphone, which makes the browser ask, and keeps them, until `release`, for a call that follows. */
  prepare(facing: Facing): Promise<OpenedMedia>;
  /** The call did not follow. */
  release(): void;
}

const isLive = ({ audio, video }: OpenedMedia) =>
  [audio, video].every((track) => track === null || track.readyState === 'live');

function close({ audio, video }: OpenedMedia) {
  audio?.stop();
  video?.stop();
}

/** The browser's camera and microphone. */
export function createMedia(ports: MediaPorts): Media & CameraGate {
  const devices = createDevices(ports);
  let prepared: { readonly facing: Facing; readonly opened: OpenedMedia } | null = null;
  let turn = 0;

  const release = () => {
    turn += 1;
    if (prepared) close(prepared.opened);
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
      const mine = turn;
      const opened = await devices.open({ facing, isTurned: false, audio: true, video: true });
      if (mine === turn) prepared = { facing, opened };
      else close(opened);
      return opened;
    },
    release,
    async open(wanted) {
      const ready = prepared;
      if (
        ready &&
        isLive(ready.opened) &&
        wanted.audio &&
        wanted.video &&
        !wanted.isTurned &&
        ready.facing === wanted.facing
      ) {
        prepared = null;
        return ready.opened;
      }
      release();
      if (wanted.mayWait) await ports.headStart();
      return devices.open(wanted);
    },
    capture: ports.capture,
    photograph: ports.photograph,
    shrink: ports.shrink,
    cameraAbilities: ports.cameraAbilities,
    adjustCamera: ports.adjustCamera,
    openScreen: ports.openScreen,
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

/** Of a tile of the snapshot strip, on a screen with three pixels to the point. */
const TILE_HEIGHT = 240;
const shrinkPicture = (picture: Blob) => shrinkBeside(picture, TILE_HEIGHT);

let pageMedia: ReturnType<typeof createMedia> | undefined;

/** This machine's camera and microphone: one for the page, so that a call closes what was opened to try them. */
export function getPageMedia() {
  void cameraPermission();
  const headStart = () => new Promise<void>((resolve) => void setTimeout(resolve, HEAD_START_MS));
  const screen = { openScreen: () => openScreen(navigator.mediaDevices) };
  const camera = { capture: captureFrame, photograph, shrink: shrinkPicture, cameraAbilities, adjustCamera };
  const ports = { isTablet, cameraPermission, chosen: readChosen, headStart, ...camera, ...screen };
  pageMedia ??= createMedia({ ...ports, devices: navigator.mediaDevices });
  return pageMedia;
}
