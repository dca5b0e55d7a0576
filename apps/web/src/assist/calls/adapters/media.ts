import type { Facing, Media, OpenedMedia } from '@earth/calls';
import { readChosen } from '../../../platform';
import { checkPermission } from '../../../platform/native/permissions';
import { permittedDevices } from '../../../platform/native/permitted-devices';
import { notePluginError } from '../../../platform/native/shell';
import { shrinkInWorker } from '../../../platform/crypto/small-picture';
import { adjustCamera, cameraAbilities } from '../../../shared/camera/camera-extras';
import { captureFrame } from './capture-frame';
import { createDevices, type DevicePorts } from './open-devices';
import { openScreen } from './open-screen';
import { photograph } from './photograph';
import { once } from '../../../platform/memoize';

/**
 * Delay of the caller's camera: opening it blocks the browser, so the ring goes first. The user's own picture does not
 * noticeably suffer; `npm run bench -- call` measures the gain.
 */
const HEAD_START_MS = 40;

/** A touch device whose shorter side has at least so many CSS px is a tablet. */
const TABLET_FROM = 600;

export type MediaPorts = DevicePorts &
  Pick<Media, 'capture' | 'photograph' | 'shrink' | 'cameraAbilities' | 'adjustCamera' | 'openScreen'> & {
    /** Resolves when a call that begins has sent its request. */
    readonly headStart: () => Promise<void>;
  };

/** The camera before a call. */
export interface CameraGate {
  hasCamera(): Promise<boolean>;
  /** Whether the user has allowed the camera; `prompt` if the browser does not say. */
  permission(): Promise<PermissionState>;
  /** Opens camera and microphone, which makes the browser ask, and holds them until `release` for the call that follows. */
  prepare(facing: Facing): Promise<OpenedMedia>;
  /** There was no call. */
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
      const permission = await ports.cameraPermission();
      if (permission !== 'unknown') return permission;
      // Browsers give a camera's name only to a page that may use it.
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

/** The web view of a shell that does not say asks by itself. */
const cameraPermission = () =>
  checkPermission('camera').catch((error: unknown) => {
    notePluginError(error);
    return 'unknown' as const;
  });

const isTablet = () => matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) >= TABLET_FROM;

/** The size of a tile of the snapshot strip, at a device pixel ratio of three. */
const TILE_HEIGHT = 240;
const shrinkPicture = (picture: Blob) => shrinkInWorker(picture, TILE_HEIGHT);

const createPageMedia = once(() => {
  const headStart = () => new Promise<void>((resolve) => void setTimeout(resolve, HEAD_START_MS));
  const screen = { openScreen: () => openScreen(navigator.mediaDevices) };
  const camera = { capture: captureFrame, photograph, shrink: shrinkPicture, cameraAbilities, adjustCamera };
  const ports = { isTablet, cameraPermission, chosen: readChosen, headStart, ...camera, ...screen };
  return createMedia({ ...ports, devices: permittedDevices() });
});

/** This device's camera and microphone. A page has one instance, so that a call closes what a preview has opened. */
export function getPageMedia() {
  void cameraPermission();
  return createPageMedia();
}
