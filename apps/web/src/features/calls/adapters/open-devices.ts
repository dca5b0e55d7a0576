import type { Media, MediaProblem, OpenedMedia } from '@earth/calls';
import { createCameraChoice } from './camera-choice';

export interface DevicePorts {
  /** Absent where the page is not served safely (plain HTTP from another machine). */
  readonly devices: Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'> | undefined;
  readonly isTablet: () => boolean;
  /** Whether the person has allowed the camera; `unknown` where the browser does not tell. */
  readonly cameraPermission: () => Promise<PermissionState | 'unknown'>;
}

type Wanted = Parameters<Media['open']>[0];

interface Tried {
  readonly tracks: readonly MediaStreamTrack[];
  readonly error: unknown;
}

const nothing: Tried = { tracks: [], error: null };

/** What went wrong, from the name of the error that `getUserMedia` rejects with (Media Capture and Streams, 10.2). */
function problemOf(error: unknown): MediaProblem {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'failed';
}

export interface Devices {
  listCameras(): Promise<readonly MediaDeviceInfo[]>;
  /** See `Media.open`. Some devices open one camera at a time: the one in use is released before another is opened. */
  open(wanted: Wanted): Promise<OpenedMedia>;
}

/** Camera and microphone: asked for together, so that the browser asks once; one that is missing costs not the other. */
export function createDevices({ devices, isTablet, cameraPermission }: DevicePorts): Devices {
  let camera: MediaStreamTrack | null = null;

  async function listCameras(): Promise<readonly MediaDeviceInfo[]> {
    const all = (await devices?.enumerateDevices().catch(() => [])) ?? [];
    return all.filter((device) => device.kind === 'videoinput');
  }

  const choice = createCameraChoice({ listCameras, isTablet });

  async function attempt(constraints: MediaStreamConstraints): Promise<Tried> {
    if (!devices) return { tracks: [], error: new DOMException('', 'NotFoundError') };
    try {
      return { tracks: (await devices.getUserMedia(constraints)).getTracks(), error: null };
    } catch (error) {
      return { tracks: [], error };
    }
  }

  async function openCamera(video: MediaTrackConstraints): Promise<Tried> {
    const tried = await attempt({ video });
    // A camera that cannot do the size is still a camera.
    return tried.error !== null && problemOf(tried.error) === 'missing' ? attempt({ video: true }) : tried;
  }

  async function openBoth(video: MediaTrackConstraints): Promise<{ readonly audio: Tried; readonly video: Tried }> {
    const both = await attempt({ audio: true, video });
    if (both.error === null) return { audio: both, video: both };
    const audio = await attempt({ audio: true });
    // Who has just said no is not asked for the camera once more, unless it was the microphone that is not allowed.
    const isRefused = problemOf(both.error) === 'refused' && (await cameraPermission()) !== 'granted';
    return { audio, video: isRefused ? both : await openCamera(video) };
  }

  async function openWanted(wanted: Wanted) {
    const video = wanted.video ? await choice.constraintsFor(wanted.facing) : null;
    if (wanted.audio && video) return openBoth(video);
    return {
      audio: wanted.audio ? await attempt({ audio: true }) : nothing,
      video: video ? await openCamera(video) : nothing,
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
        canFlip: video !== null && (await listCameras()).length > 1,
        cameraProblem: wanted.video && !video ? problemOf(opened.video.error) : null,
        microphoneProblem: wanted.audio && !audio ? problemOf(opened.audio.error) : null,
      };
    },
  };
}
