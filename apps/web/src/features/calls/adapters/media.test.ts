import { expect, test, vi } from 'vitest';
import { createMedia } from './media';

interface FakeDevices {
  readonly cameras?: readonly string[];
  readonly microphones?: number;
  /** What the person says when the browser asks. */
  readonly refuses?: readonly ('camera' | 'microphone')[];
  /** Phones say which way a camera looks. */
  readonly saysFacing?: boolean;
}

function createTrack(kind: 'audio' | 'video', settings: MediaTrackSettings = {}) {
  const track = { kind, readyState: 'live', getSettings: () => settings, stop: vi.fn<() => void>() };
  track.stop.mockImplementation(() => {
    track.readyState = 'ended';
  });
  return track as unknown as MediaStreamTrack;
}

/** The browser's devices as the Media Capture specification has them: one refusal or absence fails the whole request. */
function createScene({ cameras = ['front'], microphones = 1, refuses = [], saysFacing = false }: FakeDevices = {}) {
  const asked: MediaStreamConstraints[] = [];
  const cameraFor = (video: MediaTrackConstraints | boolean | undefined) => {
    const wanted = typeof video === 'object' ? (video.deviceId as { exact?: string } | undefined)?.exact : undefined;
    return wanted ?? cameras[0] ?? '';
  };
  const devices = {
    async enumerateDevices() {
      return cameras.map((deviceId) => ({ kind: 'videoinput', deviceId, label: deviceId }) as MediaDeviceInfo);
    },
    async getUserMedia(constraints: MediaStreamConstraints = {}) {
      asked.push(constraints);
      const { audio, video } = constraints;
      if ((audio && microphones === 0) || (video && cameras.length === 0)) throw new DOMException('', 'NotFoundError');
      if ((audio && refuses.includes('microphone')) || (video && refuses.includes('camera'))) {
        throw new DOMException('', 'NotAllowedError');
      }
      const facingMode = saysFacing && typeof video === 'object' ? (video.facingMode as { ideal: string }).ideal : null;
      const tracks = [
        audio && createTrack('audio'),
        video && createTrack('video', { deviceId: cameraFor(video), ...(facingMode !== null && { facingMode }) }),
      ].filter((track) => typeof track === 'object');
      return { getTracks: () => tracks } as unknown as MediaStream;
    },
  };
  const media = createMedia({
    devices,
    isTablet: () => false,
    cameraPermission: async () => (refuses.includes('camera') ? 'denied' : 'granted'),
    capture: () => Promise.reject(new Error('not used')),
  });
  return { media, asked };
}

const both = { facing: 'environment', audio: true, video: true } as const;

test('camera and microphone are asked for in one question', async () => {
  const { media, asked } = createScene();

  const opened = await media.open(both);

  expect(asked).toHaveLength(1);
  expect(asked[0]?.video).toMatchObject({ facingMode: { ideal: 'environment' }, width: { ideal: 640 } });
  expect([opened.audio?.kind, opened.video?.kind, opened.canFlip]).toEqual(['audio', 'video', false]);
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
  const withNothing = await createScene({ cameras: [], microphones: 0 }).media.open(both);

  expect([withoutCamera.audio?.kind, withoutCamera.cameraProblem]).toEqual(['audio', 'missing']);
  expect([withNothing.cameraProblem, withNothing.microphoneProblem]).toEqual(['missing', 'missing']);
});

test('a page that is not served safely has no devices, and no error', async () => {
  const media = createMedia({
    devices: undefined,
    isTablet: () => false,
    cameraPermission: async () => 'unknown',
    capture: () => Promise.reject(new Error('not used')),
  });

  expect((await media.open(both)).cameraProblem).toBe('missing');
  expect(await media.hasCamera()).toBe(false);
});

test('the other camera is opened after the first is let go', async () => {
  const { media } = createScene({ cameras: ['front', 'back'], saysFacing: true });
  const first = await media.open(both);

  const flipped = await media.open({ facing: 'user', audio: false, video: true });

  expect(first.canFlip).toBe(true);
  expect(first.video?.readyState).toBe('ended');
  expect(flipped.video?.getSettings().facingMode).toBe('user');
});

test('two cameras that don’t say where they look are one for each direction', async () => {
  const { media } = createScene({ cameras: ['on the screen', 'on a stand'] });
  const deviceOf = async (facing: 'user' | 'environment') =>
    (await media.open({ facing, audio: false, video: true })).video?.getSettings().deviceId;

  expect([await deviceOf('user'), await deviceOf('environment'), await deviceOf('user')]).toEqual([
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
