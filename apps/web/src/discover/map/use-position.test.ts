import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { standInShell } from '../../testing/shell';
import { usePosition } from './use-position';

/** Sets the position of the device. */
let moveTo: (longitude: number, latitude: number) => void;

beforeEach(() => {
  const geolocation = {
    watchPosition(found: (position: object) => void) {
      moveTo = (longitude, latitude) => found({ coords: { longitude, latitude } });
      return 1;
    },
    clearWatch: () => undefined,
  };
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation });
});
afterEach(() => Reflect.deleteProperty(navigator, 'geolocation'));

test('follows the user, but keeps the position found at the last request', () => {
  const { result, unmount } = renderHook(usePosition);
  act(() => result.current.find());
  act(() => moveTo(10, 44));
  const first = result.current.position;
  act(() => moveTo(11, 45));
  expect(result.current.position).toEqual({ type: 'known', place: [11, 45], found: [10, 44] });
  // The same object, so that dependent values are not recomputed at each step.
  expect((result.current.position as { found?: unknown }).found).toBe((first as { found?: unknown }).found);
  act(() => result.current.find());
  act(() => moveTo(12, 46));
  expect(result.current.position).toEqual({ type: 'known', place: [12, 46], found: [12, 46] });
  unmount();
});

test('the shell is asked for the location first; refused, the device is not', async () => {
  let state = 'denied';
  standInShell({ Permissions: { check: () => ({ state }) } });
  const watching = vi.spyOn(navigator.geolocation, 'watchPosition');
  const { result, unmount } = renderHook(usePosition);
  expect(await result.current.wouldPrompt()).toBe(false);
  act(() => result.current.find());
  await waitFor(() => expect(result.current.position).toEqual({ type: 'refused' }));
  expect(watching).not.toHaveBeenCalled();
  state = 'granted';
  act(() => result.current.find());
  await waitFor(() => expect(watching).toHaveBeenCalledOnce());
  unmount();
  vi.unstubAllGlobals();
});
