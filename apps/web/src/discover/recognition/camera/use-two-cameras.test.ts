import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTwoCameras } from './use-two-cameras';

const CAMERAS = ['front', 'back'].map((label) => ({ kind: 'videoinput', deviceId: label, label }));
const FACING: Readonly<Record<string, string>> = { front: 'user', back: 'environment' };

/** Whether the browser says which way a camera looks. */
let saysFacing: boolean;

class FakeTrack extends EventTarget {
  readyState = 'live';
  readonly muted = false;
  constructor(readonly label: string) {
    super();
  }
  getSettings() {
    return { deviceId: this.label, ...(saysFacing && { facingMode: FACING[this.label] }) };
  }
  getCapabilities() {
    return {};
  }
  stop() {
    this.readyState = 'ended';
  }
}

async function getUserMedia({ video }: { readonly video: MediaTrackConstraints }) {
  const { deviceId, facingMode } = video as {
    readonly deviceId?: { readonly exact: string };
    readonly facingMode?: { readonly ideal: string };
  };
  const track = new FakeTrack(deviceId?.exact ?? (facingMode?.ideal === 'user' ? 'front' : 'back'));
  return { getVideoTracks: () => [track] };
}

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('MediaStreamTrack', FakeTrack);
  const value = { getUserMedia, enumerateDevices: async () => CAMERAS };
  Object.defineProperty(navigator, 'mediaDevices', { value, configurable: true });
});
afterEach(() => void vi.unstubAllGlobals());

test.each([true, false])(
  'the next lens of the front camera, a rear one, is not mirrored (facing known: %s)',
  async (isKnown) => {
    saysFacing = isKnown;
    const { result } = renderHook(useTwoCameras);
    const openedLabel = () =>
      result.current.live.state.type === 'open' ? result.current.live.state.track.label : null;
    await waitFor(() => expect(result.current.flip).not.toBeNull());
    expect([openedLabel(), result.current.isMirrored]).toEqual(['back', false]);
    act(() => result.current.flip?.());
    await waitFor(() => expect(openedLabel()).toBe('front'));
    expect(result.current.isMirrored).toBe(true);
    await act(() => result.current.live.camera.changeLens());
    expect([openedLabel(), result.current.isMirrored]).toEqual(['back', false]);
  },
);
