import { afterEach, expect, test, vi } from 'vitest';
import { createMedia, getPageMedia } from './media';

interface FakeDevices {
  readonly cameras?: readonly string[];
  readonly microphones?: readonly string[];
  /** What the person says when the browser asks. */
  readonly refuses?: readonly ('camera' | 'microphone')[];
  /** What was chosen for calls. */
  readonly chosen?: Partial<Record<'camera' | 'microphone', string | null>>;
  /** Phones say which way a camera looks. */
  readonly saysFacing?: boolean;
  readonly isTablet?: boolean;
  /** How many lines the cameras' pictures have. */
  readonly height?: number;
}

afterEach(() => vi.unstubAllGlobals());

function createTrack(kind: 'audio' | 'video', settings: MediaTrackSettings = {}) {
  const track = { kind, readyState: 'live', getSettings: () => settings, stop: vi.fn<() => void>() };
  track.stop.mockImplementation(() => {
    track.readyState = 'ended';
  });
  return track as unknown as MediaStreamTrack;
}

/** The browser's devices as the Media Capture specification has them: one refusal or absence fails the whole request. */
type Asked = MediaTrackConstraints | boolean | undefined;
const exactly = (asked: Asked) =>
  typeof asked === 'object' ? (asked.deviceId as { exact?: string } | undefined)?.exact : undefined;

function createScene(scene: FakeDevices = {}, headStart = async () => {}) {
  const { cameras = ['front'], microphones = ['headset'], refuses = [], saysFacing = false, chosen = {} } = scene;
  const { isTablet = false, height = 1080 } = scene;
  const asked: MediaStreamConstraints[] = [];
  const facingIn = (video: Asked) =>
    saysFacing && typeof video === 'object' ? (video.facingMode as { ideal: string } | undefined)?.ideal : undefined;
  const isThere = (asked: Asked, all: readonly string[]) => !asked || all.includes(exactly(asked) ?? all[0] ?? '');
  const isLargeEnough = (video: Asked) =>
    typeof video !== 'object' || ((video.height as ConstrainULongRange | undefined)?.min ?? 0) <= height;
  const devices = {
    async enumerateDevices() {
      return cameras.map((deviceId) => ({ kind: 'videoinput', deviceId, label: deviceId }) as MediaDeviceInfo);
    },
    async getUserMedia(constraints: MediaStreamConstraints = {}) {
      asked.push(constraints);
      const { audio, video } = constraints;
      if (!isThere(audio, microphones) || !isThere(video, cameras) || !isLargeEnough(video)) {
        throw new DOMException('', 'OverconstrainedError');
      }
      if ((audio && refuses.includes('microphone')) || (video && refuses.includes('camera'))) {
        throw new DOMException('', 'NotAllowedError');
      }
      const facingMode = facingIn(video) ?? (saysFacing ? exactly(video) : undefined);
      const tracks = [
        audio && createTrack('audio', { deviceId: exactly(audio) ?? microphones[0] ?? '' }),
        video &&
          createTrack('video', {
            deviceId: exactly(video) ?? cameras[0] ?? '',
            ...(facingMode !== undefined && { facingMode }),
          }),
      ].filter((track) => typeof track === 'object');
      return { getTracks: () => tracks } as unknown as MediaStream;
    },
  };
  const media = createMedia({
    devices,
    isTablet: () => isTablet,
    cameraPermission: async () => (refuses.includes('camera') ? 'denied' : 'granted'),
    headStart,
    chosen: (device) => chosen[device] ?? null,
    capture: () => Promise.reject(new Error('not used')),
    photograph: () => Promise.reject(new Error('not used')),
    shrink: () => Promise.reject(new Error('not used')),
    cameraAbilities: () => Promise.reject(new Error('not used')),
    adjustCamera: () => Promise.reject(new Error('not used')),
    openScreen: () => Promise.reject(new Error('not used')),
  });
  return { media, asked };
}

/** A9.11, A9.12: the default video track, and the tablet camera constraints. */
const phonePicture = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 30 } };
const tabletPicture = {
  width: { min: 640, ideal: 1280, max: 1920 },
  height: { min: 480, ideal: 720, max: 1080 },
  frameRate: { ideal: 30 },
};
const both = { facing: 'environment', isTurned: false, audio: true, video: true } as const;
const picture = { isTurned: true, audio: false, video: true } as const;
const deviceOf = (track: MediaStreamTrack | null) => track?.getSettings().deviceId;

test('camera and microphone are asked for in one question', async () => {
  const { media, asked } = createScene();

  const opened = await media.open(both);

  expect(asked).toHaveLength(1);
  expect(asked[0]?.video).toEqual({ ...phonePicture, facingMode: { ideal: 'environment' } });
  expect([opened.audio?.kind, opened.video?.kind, opened.canFlip]).toEqual(['audio', 'video', false]);
});

test('a tablet asks for a larger picture, and takes a smaller one that looks the same way', async () => {
  const large = createScene({ isTablet: true });
  const small = createScene({ isTablet: true, height: 240 });

  await large.media.open(both);
  const opened = await small.media.open(both);

  const facingMode = { ideal: 'environment' };
  expect(large.asked.map(({ video }) => video)).toEqual([{ ...tabletPicture, facingMode }]);
  expect([opened.video?.kind, opened.cameraProblem]).toEqual(['video', null]);
  expect(small.asked.at(-1)?.video).toEqual({ ...phonePicture, facingMode });
});

test('what is touched and has a screen of 600 px or more on its shorter side is a tablet', async () => {
  const getUserMedia = vi.fn<(asked: MediaStreamConstraints) => Promise<never>>();
  getUserMedia.mockRejectedValue(new DOMException('', 'NotAllowedError'));
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia, enumerateDevices: async () => [] } });
  const widthOn = async (pointer: 'coarse' | 'fine', width: number, height: number) => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(pointer: ${pointer})` }));
    vi.stubGlobal('screen', { width, height });
    await getPageMedia().open({ ...picture, facing: 'user' });
    const [asked] = getUserMedia.mock.lastCall ?? [];
    return (asked?.video as MediaTrackConstraints | undefined)?.width;
  };

  expect(await widthOn('coarse', 960, 600)).toEqual(tabletPicture.width);
  expect(await widthOn('coarse', 599, 960)).toEqual(phonePicture.width);
  expect(await widthOn('fine', 1920, 1080)).toEqual(phonePicture.width);
});

test('who calls rings before the camera is opened; who accepts opens it at once', async () => {
  let ring: () => void = () => undefined;
  const { media, asked } = createScene({}, () => new Promise((resolve) => (ring = resolve)));

  const opening = media.open({ ...both, mayWait: true });
  expect(asked).toHaveLength(0);
  ring();
  await opening;
  expect(asked).toHaveLength(1);

  await media.open(both);
  expect(asked).toHaveLength(2);
});

test('a camera that is refused costs only the picture, and is not asked for again', async () => {
  const { media, asked } = createScene({ refuses: ['camera'] });

  const opened = await media.open(both);

  expect([opened.audio?.kind, opened.video]).toEqual(['audio', null]);
  expect([opened.cameraProblem, opened.microphoneProblem]).toEqual(['refused', null]);
  expect(asked.map(({ audio, video }) => [Boolean(audio), Boolean(video)])).toEqual([
    [true, true],
    [true, false],
  ]);
});

test('a microphone that is refused costs only the sound', async () => {
  const { media } = createScene({ refuses: ['microphone'] });

  const opened = await media.open(both);

  expect([opened.audio, opened.video?.kind]).toEqual([null, 'video']);
  expect([opened.cameraProblem, opened.microphoneProblem]).toEqual([null, 'refused']);
});

test('a machine without a camera, or without anything, says so', async () => {
  const withoutCamera = await createScene({ cameras: [] }).media.open(both);
  const withNothing = await createScene({ cameras: [], microphones: [] }).media.open(both);

  expect([withoutCamera.audio?.kind, withoutCamera.cameraProblem]).toEqual(['audio', 'missing']);
  expect([withNothing.cameraProblem, withNothing.microphoneProblem]).toEqual(['missing', 'missing']);
});

test('a page that is not served safely has no devices, and no error', async () => {
  const media = createMedia({
    devices: undefined,
    isTablet: () => false,
    cameraPermission: async () => 'unknown',
    headStart: async () => {},
    chosen: () => null,
    capture: () => Promise.reject(new Error('not used')),
    photograph: () => Promise.reject(new Error('not used')),
    shrink: () => Promise.reject(new Error('not used')),
    cameraAbilities: () => Promise.reject(new Error('not used')),
    adjustCamera: () => Promise.reject(new Error('not used')),
    openScreen: () => Promise.reject(new Error('not used')),
  });

  expect((await media.open(both)).cameraProblem).toBe('missing');
  expect(await media.hasCamera()).toBe(false);
});

test('the other camera is opened after the first is let go', async () => {
  const { media } = createScene({ cameras: ['front', 'back'], saysFacing: true });
  const first = await media.open(both);

  const flipped = await media.open({ ...picture, facing: 'user' });

  expect(first.canFlip).toBe(true);
  expect(first.video?.readyState).toBe('ended');
  expect(flipped.video?.getSettings().facingMode).toBe('user');
});

test('two cameras that don’t say where they look are one for each direction', async () => {
  const { media } = createScene({ cameras: ['on the screen', 'on a stand'] });
  const look = async (facing: 'user' | 'environment') => deviceOf((await media.open({ ...picture, facing })).video);

  expect([await look('user'), await look('environment'), await look('user')]).toEqual([
    'on the screen',
    'on a stand',
    'on the screen',
  ]);
});

test('what was opened for the permission serves the call that follows', async () => {
  const { media, asked } = createScene();
  const prepared = await media.prepare('environment');

  const opened = await media.open(both);

  expect(opened).toBe(prepared);
  expect(asked).toHaveLength(1);
});

test('what was opened for a call that did not follow is let go', async () => {
  const { media } = createScene();
  const prepared = await media.prepare('environment');

  media.release();

  expect([prepared.audio?.readyState, prepared.video?.readyState]).toEqual(['ended', 'ended']);
});

test('the camera and the microphone that were chosen are opened, until the camera is turned round', async () => {
  const chosen = { camera: 'on a stand', microphone: 'in the lid' };
  const { media, asked } = createScene({
    cameras: ['front', 'on a stand'],
    microphones: ['headset', 'in the lid'],
    chosen,
  });

  const opened = await media.open(both);
  const turned = await media.open({ ...picture, facing: 'user' });

  expect([deviceOf(opened.video), deviceOf(opened.audio)]).toEqual(['on a stand', 'in the lid']);
  expect(asked).toHaveLength(2);
  expect(deviceOf(turned.video)).toBe('front');
});

test('a chosen device that is gone gives way to another one', async () => {
  const { media } = createScene({ chosen: { camera: 'on a stand', microphone: 'in the lid' } });

  const opened = await media.open(both);

  expect([deviceOf(opened.video), deviceOf(opened.audio)]).toEqual(['front', 'headset']);
  expect([opened.cameraProblem, opened.microphoneProblem]).toEqual([null, null]);
});

test('who takes a choice back gets the camera that looks the wanted way again', async () => {
  const chosen: { camera: string | null } = { camera: 'on a stand' };
  const { media } = createScene({ cameras: ['front', 'on a stand'], chosen });
  await media.open(both);

  chosen.camera = null;

  expect(deviceOf((await media.open(both)).video)).toBe('front');
});

test('a chosen camera that looks the other way says so', async () => {
  const { media } = createScene({ cameras: ['environment', 'user'], saysFacing: true, chosen: { camera: 'user' } });

  expect((await media.open(both)).facing).toBe('user');
});

test('what was opened to try it, and has been unplugged since, is opened anew for the call', async () => {
  const { media, asked } = createScene();
  const prepared = await media.prepare('environment');
  prepared.audio?.stop();

  const opened = await media.open(both);

  expect(opened.audio?.readyState).toBe('live');
  expect(prepared.video?.readyState).toBe('ended');
  expect(asked).toHaveLength(2);
});

test('let go while it opens: it is closed when it is open', async () => {
  const { media } = createScene();
  const opening = media.prepare('environment');

  media.release();

  const { audio, video } = await opening;
  expect([audio?.readyState, video?.readyState]).toEqual(['ended', 'ended']);
});
