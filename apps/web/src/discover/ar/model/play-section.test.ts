import { expect, test } from 'vitest';
import { playSection } from './play-section';

/** A video of ten seconds whose frames the test shows. */
function makeVideo(duration = 10) {
  const video = document.createElement('video');
  let frame: (() => void) | null = null;
  const played: number[] = [];
  let time = 0;
  Object.defineProperties(video, {
    duration: { value: duration },
    readyState: { value: 0 },
    currentTime: {
      get: () => time,
      set: (value: number) => {
        time = value;
      },
    },
  });
  Object.assign(video, {
    play: async () => void played.push(time),
    requestVideoFrameCallback: (next: () => void) => {
      frame = next;
      return 1;
    },
    cancelVideoFrameCallback: () => {
      frame = null;
    },
  });
  const showAt = (at: number) => {
    time = at;
    frame?.();
  };
  return { video, played, showAt, load: () => video.dispatchEvent(new Event('loadedmetadata')) };
}

test('begins at the start, and comes back to it at the end', () => {
  const { video, showAt, load } = makeVideo();
  const stop = playSection(video, { start: 2, end: 4 });
  load();
  expect(video.currentTime).toBe(2);
  showAt(3.9);
  expect(video.currentTime).toBe(3.9);
  showAt(4.02);
  expect(video.currentTime).toBe(2);
  stop();
  showAt(5);
  expect(video.currentTime).toBe(5);
});

test('without an end it plays to the end of the video, and then from the start', () => {
  const { video, played, showAt, load } = makeVideo();
  playSection(video, { start: 2, end: null });
  load();
  showAt(9.9);
  expect(video.currentTime).toBe(9.9);
  video.dispatchEvent(new Event('ended'));
  expect(played).toEqual([2]);
});

test('a start after the end of the video is none', () => {
  const { video, load } = makeVideo(1);
  playSection(video, { start: 2, end: 4 });
  load();
  expect(video.currentTime).toBe(0);
});
