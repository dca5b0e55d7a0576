import { afterEach, expect, test, vi } from 'vitest';
import { createMedia, getPageMedia } from './media';

interface FakeDevices {
  readonly cameras?: readonly string[];
  readonly microphones?: readonly string[];
  /** The user's answer when the browser asks. */
  readonly refuses?: readonly ('camera' | 'microphone')[];
  /** The devices chosen for calls. */
  readonly chosen?: Partial<Record<'camera' | 'microphone', string | null>>;
  /** The cameras report their direction, as on a phone. */
  readonly saysFacing?: boolean;
  readonly isTablet?: boolean;
  /** The height of the cameras' pictures, px. */
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

/** Fake devices by the Media Capture specification: one refused or missing device fails the whole request. */
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

test('A9.12: camera and microphone are requested together', async () => {
  const { media, asked } = createScene();

  const opened = await media.open(both);

  expect(asked).toHaveLength(1);
  expect(asked[0]?.video).toEqual({ ...phonePicture, facingMode: { ideal: 'environment' } });
  expect([opened.audio?.kind, opened.video?.kind, opened.canFlip]).toEqual(['audio', 'video', false]);
});

test('A9.11: a tablet requests a larger picture, and falls back to a smaller one in the same direction', async () => {
  const large = createScene({ isTablet: true });
  const small = createScene({ isTablet: true, height: 240 });

  await large.media.open(both);
  const opened = await small.media.open(both);

  const facingMode = { ideal: 'environment' };
  expect(large.asked.map(({ video }) => video)).toEqual([{ ...tabletPicture, facingMode }]);
  expect([opened.video?.kind, opened.cameraProblem]).toEqual(['video', null]);
  expect(small.asked.at(-1)?.video).toEqual({ ...phonePicture, facingMode });
});

test('a touch device whose shorter side has 600 px or more is a tablet', async () => {
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

test('the caller’s camera opens after the ring has begun; the accepting user’s at once', async () => {
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

test('a refused camera leaves the sound, and is not requested again', async () => {
  const { media, asked } = createScene({ refuses: ['camera'] });

  const opened = await media.open(both);

  expect([opened.audio?.kind, opened.video]).toEqual(['audio', null]);
  expect([opened.cameraProblem, opened.microphoneProblem]).toEqual(['refused', null]);
  expect(asked.map(({ audio, video }) => [Boolean(audio), Boolean(video)])).toEqual([
    [true, true],
    [true, false],
  ]);
});

test('a refused microphone leaves the picture', async () => {
  const { media } = createScene({ refuses: ['microphone'] });

  const opened = await media.open(both);

  expect([opened.audio, opened.video?.kind]).toEqual([null, 'video']);
  expect([opened.cameraProblem, opened.microphoneProblem]).toEqual([null, 'refused']);
});

test('missing devices are reported', async () => {
  const withoutCamera = await createScene({ cameras: [] }).media.open(both);
  const withNothing = await createScene({ cameras: [], microphones: [] }).media.open(both);

  expect([withoutCamera.audio?.kind, withoutCamera.cameraProblem]).toEqual(['audio', 'missing']);
  expect([withNothing.cameraProblem, withNothing.microphoneProblem]).toEqual(['missing', 'missing']);
});

test('an insecure context has no devices, and no error', async () => {
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

test('the other camera is opened after the first is released', async () => {
  const { media } = createScene({ cameras: ['front', 'back'], saysFacing: true });
  const first = await media.open(both);

  const flipped = await media.open({ ...picture, facing: 'user' });

  expect(first.canFlip).toBe(true);
  expect(first.video?.readyState).toBe('ended');
  expect(flipped.video?.getSettings().facingMode).toBe('user');
});

test('two cameras without a direction get one direction each', async () => {
  const { media } = createScene({ cameras: ['on the screen', 'on a stand'] });
  const look = async (facing: 'user' | 'environment') => deviceOf((await media.open({ ...picture, facing })).video);

  expect([await look('user'), await look('environment'), await look('user')]).toEqual([
    'on the screen',
    'on a stand',
    'on the screen',
  ]);
});

test('the call uses the devices opened for the permission', async () => {
  const { media, asked } = createScene();
  const prepared = await media.prepare('environment');

  const opened = await media.open(both);

  expect(opened).toBe(prepared);
  expect(asked).toHaveLength(1);
});

test('devices opened for a call that is not made are released', async () => {
  const { media } = createScene();
  const prepared = await media.prepare('environment');

  media.release();

  expect([prepared.audio?.readyState, prepared.video?.readyState]).toEqual(['ended', 'ended']);
});

test('the chosen camera and microphone are opened, until the camera is flipped', async () => {
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

test('a missing chosen device falls back to another one', async () => {
  const { media } = createScene({ chosen: { camera: 'on a stand', microphone: 'in the lid' } });

  const opened = await media.open(both);

  expect([deviceOf(opened.video), deviceOf(opened.audio)]).toEqual(['front', 'headset']);
  expect([opened.cameraProblem, opened.microphoneProblem]).toEqual([null, null]);
});

test('the voice is processed on purpose, by the chosen microphone or any', async () => {
  const voice = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  const [any, one] = [
    createScene(),
    createScene({ microphones: ['in the lid'], chosen: { microphone: 'in the lid' } }),
  ];
  for (const { media } of [any, one]) await media.open(both);
  expect(any.asked.map(({ audio }) => audio)).toEqual([voice]);
  expect(one.asked.map(({ audio }) => audio)).toEqual([{ ...voice, deviceId: { exact: 'in the lid' } }]);
});

test('without a choice the camera of the requested direction is opened again', async () => {
  const chosen: { camera: string | null } = { camera: 'on a stand' };
  const { media } = createScene({ cameras: ['front', 'on a stand'], chosen });
  await media.open(both);

  chosen.camera = null;

  expect(deviceOf((await media.open(both)).video)).toBe('front');
});

test('a chosen camera reports its own direction', async () => {
  const { media } = createScene({ cameras: ['environment', 'user'], saysFacing: true, chosen: { camera: 'user' } });

  expect((await media.open(both)).facing).toBe('user');
});

test('a previewed device that was unplugged since is opened again for the call', async () => {
  const { media, asked } = createScene();
  const prepared = await media.prepare('environment');
  prepared.audio?.stop();

  const opened = await media.open(both);

  expect(opened.audio?.readyState).toBe('live');
  expect(prepared.video?.readyState).toBe('ended');
  expect(asked).toHaveLength(2);
});

test('a device released while opening is closed when it is open', async () => {
  const { media } = createScene();
  const opening = media.prepare('environment');

  media.release();

  const { audio, video } = await opening;
  expect([audio?.readyState, video?.readyState]).toEqual(['ended', 'ended']);
});
