import type { OpenedMedia } from '@earth/calls';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { choose } from './device-choice';
import { usePreview } from './use-preview';

const newTrack = (label = 'built in') => Object.assign(new EventTarget(), { label }) as unknown as MediaStreamTrack;

const newOpened = (): OpenedMedia => ({
  audio: newTrack(),
  video: newTrack(),
  facing: 'user',
  canFlip: false,
  cameraProblem: null,
  microphoneProblem: null,
});

afterEach(() => void vi.useRealTimers());

function createScene(permission: PermissionState, open = async () => newOpened()) {
  const opened: OpenedMedia[] = [];
  const media = {
    permission: async () => permission,
    prepare: vi.fn<() => Promise<OpenedMedia>>(async () => {
      const next = await open();
      opened.push(next);
      return next;
    }),
    release: vi.fn<() => void>(),
  };
  const { result, unmount } = renderHook(() => usePreview(media, 'user'));
  const isShown = (index: number) =>
    waitFor(() => expect(result.current.preview).toEqual({ type: 'open', opened: opened[index] }));
  return { media, opened, result, unmount, isShown };
}

test('allowed devices open at once, and close when the preview is unmounted', async () => {
  const { media, unmount, isShown } = createScene('granted');
  await isShown(0);
  expect(media.release).not.toHaveBeenCalled();

  unmount();

  expect(media.release).toHaveBeenCalledOnce();
});

test('the browser asks only after the explanation', async () => {
  const { media, result, isShown } = createScene('prompt');
  await waitFor(() => expect(result.current.preview).toEqual({ type: 'unasked' }));
  expect(media.prepare).not.toHaveBeenCalled();

  act(() => result.current.allow());

  await isShown(0);
});

test('a new choice, or an unplugged device, opens the preview again', async () => {
  const { media, opened, isShown } = createScene('granted');
  await isShown(0);

  act(() => choose('camera', 'on a stand'));
  await isShown(1);
  act(() => void opened[1]?.video?.dispatchEvent(new Event('ended')));
  await isShown(2);

  expect(media.release).toHaveBeenCalledTimes(2);
});

test('a camera that ends each time has failed, and is not opened endlessly', async () => {
  const { media, opened, result, isShown } = createScene('granted');
  await isShown(0);
  act(() => void opened[0]?.video?.dispatchEvent(new Event('ended')));
  await isShown(1);
  act(() => void opened[1]?.video?.dispatchEvent(new Event('ended')));

  const { audio } = opened[1] ?? {};
  expect(result.current.preview).toMatchObject({
    type: 'open',
    opened: { audio, video: null, cameraProblem: 'failed' },
  });
  expect(media.prepare).toHaveBeenCalledTimes(2);

  act(() => result.current.openAgain());
  await isShown(2);
});

test('choosing the camera again resets that', async () => {
  const { media, opened, isShown } = createScene('granted');
  const end = (index: number) => act(() => void opened[index]?.video?.dispatchEvent(new Event('ended')));
  act(() => choose('camera', null));
  await isShown(0);
  end(0);
  await isShown(1);
  act(() => choose('camera', 'on a stand'));
  await isShown(2);
  act(() => choose('camera', null));
  await isShown(3);

  end(3);

  await isShown(4);
  expect(media.prepare).toHaveBeenCalledTimes(5);
});

test('A9.14: devices not ready after 20 seconds have failed, and are shown if they open later', async () => {
  vi.useFakeTimers();
  const opened = newOpened();
  let come: (media: OpenedMedia) => void = () => undefined;
  const late = () =>
    new Promise<OpenedMedia>((resolve) => {
      come = resolve;
    });
  const { media, result } = createScene('granted', late);
  await act(() => vi.advanceTimersByTimeAsync(19_999));
  expect(result.current.preview).toEqual({ type: 'opening' });

  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(result.current.preview).toMatchObject({ type: 'open', opened: { video: null, cameraProblem: 'failed' } });

  await act(async () => come(opened));
  expect(result.current.preview).toEqual({ type: 'open', opened });
  expect(media.release).not.toHaveBeenCalled();
});
