import type { Facing, OpenedMedia, WantedMedia } from '@earth/calls';
import { problemOf } from '../../../shared/camera/camera-problem';
import { createCameraChoice } from './camera-choice';

/** The constraints of `getUserMedia` for one kind of device. */
type Constraints = MediaTrackConstraints | true;

/** For a voice beside a machine, heard through a loudspeaker. The browsers' defaults differ; one that lacks some of them leaves it out. */
const VOICE: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

export interface DevicePorts {
  /** Absent in an insecure context (plain HTTP from another machine). */
  readonly devices: Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'> | undefined;
  readonly isTablet: () => boolean;
  /** Whether the user has allowed the camera; `unknown` if the browser does not say. */
  readonly cameraPermission: () => Promise<PermissionState | 'unknown'>;
  /** The id of the device that was chosen for calls; null: none. */
  readonly chosen: (device: 'camera' | 'microphone') => string | null;
}

interface Tried {
  readonly tracks: readonly MediaStreamTrack[];
  readonly error: unknown;
}

const nothing: Tried = { tracks: [], error: null };

/** Which way a camera looks, if the browser says. */
function facingOf(track: MediaStreamTrack | null): Facing | null {
  const facing = track?.getSettings().facingMode;
  return facing === 'user' || facing === 'environment' ? facing : null;
}

export interface Devices {
  listCameras(): Promise<readonly MediaDeviceInfo[]>;
  /** See `Media.open`. Some devices open only one camera at a time, so the one in use is released first. */
  open(wanted: WantedMedia): Promise<OpenedMedia>;
}

/** Requests camera and microphone together, so that the browser asks once. A missing device does not affect the other. */
export function createDevices({ devices, isTablet, cameraPermission, chosen }: DevicePorts): Devices {
  let camera: MediaStreamTrack | null = null;

  async function listCameras(): Promise<readonly MediaDeviceInfo[]> {
    const all = (await devices?.enumerateDevices().catch(() => [])) ?? [];
    return all.filter((device) => device.kind === 'videoinput');
  }

  const choice = createCameraChoice({ listCameras, isTablet, chosen: () => chosen('camera') });

  async function attempt(constraints: MediaStreamConstraints): Promise<Tried> {
    if (!devices) return { tracks: [], error: new DOMException('', 'NotFoundError') };
    try {
      return { tracks: (await devices.getUserMedia(constraints)).getTracks(), error: null };
    } catch (error) {
      return { tracks: [], error };
    }
  }

  /** The first constraints that a device fits: a missing device or an impossible size falls back to the next. */
  async function openFirst(kind: 'audio' | 'video', choices: readonly Constraints[]): Promise<Tried> {
    let tried = nothing;
    for (const constraints of choices) {
      tried = await attempt({ [kind]: constraints });
      if (tried.error === null || problemOf(tried.error) !== 'missing') break;
    }
    return tried;
  }

  async function openBoth(audioChoices: readonly Constraints[], videoChoices: readonly Constraints[]) {
    const both = await attempt({ audio: audioChoices[0] ?? true, video: videoChoices[0] ?? true });
    if (both.error === null) return { audio: both, video: both };
    const audio = await openFirst('audio', audioChoices);
    // After a refusal the browser is not asked for the camera again, unless only the microphone may be the refused device.
    const isRefused = problemOf(both.error) === 'refused' && (await cameraPermission()) !== 'granted';
    return { audio, video: isRefused ? both : await openFirst('video', videoChoices) };
  }

  async function openWanted(wanted: WantedMedia): Promise<{ readonly audio: Tried; readonly video: Tried }> {
    const microphone = chosen('microphone');
    const audioChoices = microphone === null ? [VOICE] : [{ ...VOICE, deviceId: { exact: microphone } }, VOICE];
    const videoChoices = wanted.video ? await choice.constraintsFor(wanted) : [];
    if (wanted.audio && wanted.video) return openBoth(audioChoices, videoChoices);
    return {
      audio: wanted.audio ? await openFirst('audio', audioChoices) : nothing,
      video: await openFirst('video', videoChoices),
    };
  }

  return {
    listCameras,
    async open(wanted) {
      if (wanted.video) camera?.stop();
      const opened = await openWanted(wanted);
      const audio = opened.audio.tracks.find((track) => track.kind === 'audio') ?? null;
      const video = opened.video.tracks.find((track) => track.kind === 'video') ?? null;
      if (video) {
        camera = video;
        choice.remember(wanted.facing, video);
      }
      return {
        audio,
        video,
        facing: facingOf(video) ?? wanted.facing,
        canFlip: video !== null && (await listCameras()).length > 1,
        cameraProblem: wanted.video && !video ? problemOf(opened.video.error) : null,
        microphoneProblem: wanted.audio && !audio ? problemOf(opened.audio.error) : null,
      };
    },
  };
}
