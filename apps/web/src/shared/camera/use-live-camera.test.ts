import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CameraWish, useLiveCamera } from './use-live-camera';

class FakeTrack extends EventTarget {
  readyState = 'live';
  readonly muted = false;
  getSettings() {
    return {};
  }
  getCapabilities() {
    return {};
  }
  stop() {
    this.readyState = 'ended';
  }
}

let tracks: FakeTrack[];
let visibility: DocumentVisibilityState;
let locks: number;

beforeEach(() => {
  tracks = [];
  visibility = 'visible';
  locks = 0;
  vi.stubGlobal('MediaStreamTrack', FakeTrack);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  const request = async () => {
    locks += 1;
    return { release: async () => void (locks -= 1) };
  };
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'wakeLock');
});

async function getUserMedia(): Promise<MediaStream> {
  const track = new FakeTrack();
  tracks.push(track);
  return { getVideoTracks: () => [track] } as unknown as MediaStream;
}

const wish: CameraWish = {
  facing: 'environment',
  devices: { getUserMedia, enumerateDevices: async () => [] },
  readLens: () => null,
  writeLens: () => undefined,
};
const live = () => tracks.filter(({ readyState }) => readyState === 'live').length;

const show = (state: DocumentVisibilityState) =>
  act(() => {
    visibility = state;
    document.dispatchEvent(new Event('visibilitychange'));
  });

test('a page that nobody looks at has no camera and does not keep the screen on; both come back with it', async () => {
  const { result, unmount } = renderHook(() => useLiveCamera(true, wish));
  const isOpen = () => expect([result.current.state.type, live(), locks]).toEqual(['open', 1, 1]);
  await waitFor(isOpen);
  show('hidden');
  expect([result.current.state.type, live()]).toEqual(['closed', 0]);
  await waitFor(() => expect(locks).toBe(0));
  show('visible');
  await waitFor(isOpen);
  expect(tracks).toHaveLength(2);
  unmount();
  expect(live()).toBe(0);
});
