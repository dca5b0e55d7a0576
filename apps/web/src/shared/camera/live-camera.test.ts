import type { Facing } from '@earth/calls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveCamera } from './live-camera';

class FakeTrack extends EventTarget {
  readonly kind = 'video';
  readyState = 'live';
  muted = false;
  constructor(readonly deviceId: string) {
    super();
  }
  getSettings() {
    return { deviceId: this.deviceId };
  }
  getCapabilities() {
    return { torch: true };
  }
  getConstraints() {
    return {};
  }
  readonly applied: unknown[] = [];
  async applyConstraints(constraints: unknown) {
    this.applied.push(constraints);
  }
  stop() {
    this.readyState = 'ended';
  }
}

const CAMERAS = ['front', 'back ultra wide', 'back'].map((label) => ({
  kind: 'videoinput' as const,
  deviceId: label,
  label,
}));
let tracks: FakeTrack[];
let chosenByBrowser: string;
let stored: string | null;
const getUserMedia = vi.fn<(constraints: MediaStreamConstraints) => Promise<MediaStream>>();

beforeEach(() => {
  tracks = [];
  chosenByBrowser = 'back ultra wide';
  stored = null;
  vi.stubGlobal('MediaStreamTrack', FakeTrack);
  getUserMedia.mockReset().mockImplementation(async ({ video }) => {
    const { deviceId } = video as { readonly deviceId?: { readonly exact: string } };
    const track = new FakeTrack(deviceId?.exact ?? chosenByBrowser);
    tracks.push(track);
    return { getVideoTracks: () => [track] } as unknown as MediaStream;
  });
});
afterEach(() => void vi.unstubAllGlobals());

const create = (facing: Facing = 'environment') =>
  new LiveCamera({
    facing,
    devices: { getUserMedia, enumerateDevices: async () => CAMERAS as unknown as MediaDeviceInfo[] },
    readLens: () => stored,
    writeLens: (deviceId) => {
      stored = deviceId;
    },
  });

/** Of this test's realm. */
const failure = (name: string) => Object.assign(new Error(''), { name });

const live = () => tracks.filter(({ readyState }) => readyState === 'live').map(({ deviceId }) => deviceId);

test('opens the main lens if the browser chose another one, and closes the other', async () => {
  const camera = create();
  await camera.open();
  expect(live()).toEqual(['back']);
  expect(camera.getState()).toMatchObject({ type: 'open', canChangeLens: true });
  camera.close();
  expect([live(), camera.getState().type]).toEqual([[], 'closed']);
});

test('remembers the lens that the user changed to', async () => {
  const camera = create();
  await camera.open();
  await camera.changeLens();
  expect(live()).toEqual(['back ultra wide']);
  camera.close();
  await create().open();
  expect(live()).toEqual(['back ultra wide']);
});

test('a camera that faces the user is the browser’s choice, and changes to any other', async () => {
  chosenByBrowser = 'front';
  const camera = create('user');
  await camera.open();
  expect(live()).toEqual(['front']);
  expect(getUserMedia.mock.lastCall).toMatchObject([{ video: { facingMode: { ideal: 'user' } } }]);
  await camera.changeLens();
  expect(live()).toEqual(['back ultra wide']);
});

test('a remembered lens that is gone gives the browser’s choice', async () => {
  stored = 'unplugged';
  getUserMedia.mockRejectedValueOnce(failure('OverconstrainedError'));
  const camera = create();
  await camera.open();
  expect(camera.getState().type).toBe('open');
});

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'failed'],
])('%s is the state «%s»', async (name, type) => {
  getUserMedia.mockRejectedValue(failure(name));
  const camera = create();
  await camera.open();
  expect(camera.getState()).toEqual({ type });
});

test('a phone call interrupts it; it comes back by itself, or by opening it again', async () => {
  const camera = create();
  await camera.open();
  const track = tracks.at(-1);
  track?.dispatchEvent(new Event('mute'));
  expect(camera.getState().type).toBe('interrupted');
  track?.dispatchEvent(new Event('unmute'));
  expect(camera.getState().type).toBe('open');
  track?.dispatchEvent(new Event('ended'));
  expect(camera.getState().type).toBe('interrupted');
  await camera.open();
  expect(camera.getState().type).toBe('open');
});

test('light and zoom do not bring back a camera that is interrupted', async () => {
  const camera = create();
  await camera.open();
  await vi.waitFor(() => expect(camera.getState()).toMatchObject({ torch: false }));
  const track = tracks.at(-1);
  Object.assign(track ?? {}, { muted: true });
  track?.dispatchEvent(new Event('mute'));
  camera.setTorch(true);
  expect(camera.getState().type).toBe('interrupted');
  Object.assign(track ?? {}, { muted: false });
  track?.dispatchEvent(new Event('unmute'));
  expect(camera.getState()).toMatchObject({ type: 'open', torch: true });
});

test('a camera that opens after it was closed is stopped at once', async () => {
  const camera = create();
  const opening = camera.open();
  camera.close();
  await opening;
  expect([live(), camera.getState().type]).toEqual([[], 'closed']);
});

test('the light is switched', async () => {
  const camera = create();
  await camera.open();
  await vi.waitFor(() => expect(camera.getState()).toMatchObject({ torch: false }));
  camera.setTorch(true);
  expect(camera.getState()).toMatchObject({ torch: true });
  await vi.waitFor(() => expect(tracks.at(-1)?.applied).toEqual([{ advanced: [{ torch: true }] }]));
});
