import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePlaying } from './use-playing';

class FakeStream {
  active = true;
}

beforeEach(() => vi.stubGlobal('MediaStream', FakeStream));
afterEach(() => vi.unstubAllGlobals());

/** An element that the browser has started, and may pause. */
function createElement() {
  const source: { srcObject: FakeStream | null } = { srcObject: new FakeStream() };
  const element = Object.assign(new EventTarget(), source, {
    paused: false,
    plays: 0,
    mayPlay: true,
    play: async () => {
      element.plays += 1;
      element.paused = !element.mayPlay;
      if (element.paused) throw new DOMException('hidden', 'AbortError');
    },
    pause: () => {
      element.paused = true;
      element.dispatchEvent(new Event('pause'));
    },
  });
  const { unmount } = renderHook(() => usePlaying({ current: element as unknown as HTMLMediaElement }));
  return { element, unmount };
}

test('an element that the browser pauses plays again', () => {
  const { element } = createElement();
  element.pause();
  expect(element.paused).toBe(false);
});

test('if the hidden page may not play, it plays when the page is back', () => {
  const { element } = createElement();
  element.mayPlay = false;
  element.pause();
  expect(element.paused).toBe(true);
  element.mayPlay = true;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(element.paused).toBe(false);
});

test('an element without a live stream, or that is gone, stays paused', () => {
  const { element, unmount } = createElement();
  if (element.srcObject) element.srcObject.active = false;
  element.pause();
  element.srcObject = null;
  element.pause();
  unmount();
  element.srcObject = new FakeStream();
  element.pause();
  expect(element.plays).toBe(0);
});
