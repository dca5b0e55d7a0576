import { LocalVideoTrack } from 'livekit-client';
import { expect, test, vi } from 'vitest';
import { createKeyFrameSender } from './key-frames';
import type { SenderLock } from './sender-lock';

type Given = [RTCRtpSendParameters, RTCSetParameterOptions];

/** A lock that is free, unless `until` is not over. */
function trackOf(setParameters: (...given: Given) => Promise<void>, until: Promise<void> = Promise.resolve()) {
  const steps: string[] = [];
  const sender = {
    getParameters: () => ({ encodings: [{ rid: 'q' }, { rid: 'f' }] }),
    setParameters: (...given: Given) => {
      steps.push('set');
      return setParameters(...given);
    },
  } as unknown as RTCRtpSender;
  const senderLock = {
    lock: async () => {
      await until;
      steps.push('locked');
      return () => void steps.push('unlocked');
    },
  };
  return { sender, senderLock, steps };
}

test('requests a whole picture in all sizes, once for several requests at a time', async () => {
  vi.useFakeTimers();
  const setParameters = vi.fn<(...given: Given) => Promise<void>>(async () => {});
  const track = trackOf(setParameters);
  const send = createKeyFrameSender(() => track);
  send();
  send();
  await vi.advanceTimersByTimeAsync(0);
  expect(track.steps).toEqual(['locked', 'set', 'unlocked']);
  expect(setParameters.mock.lastCall?.[1]).toEqual({ encodingOptions: [{ keyFrame: true }, { keyFrame: true }] });
  await vi.advanceTimersByTimeAsync(200);
  send();
  await vi.advanceTimersByTimeAsync(0);
  expect(setParameters).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('waits while the client changes the sender, and changes nothing without its lock', async () => {
  let endChange = () => {};
  const changed = new Promise<void>((resolve) => {
    endChange = resolve;
  });
  const track = trackOf(async () => {}, changed);
  createKeyFrameSender(() => track)();
  const { sender } = track;
  createKeyFrameSender(() => ({ sender }))();
  await Promise.resolve();
  expect(track.steps).toEqual([]);
  endChange();
  await vi.waitFor(() => expect(track.steps).toEqual(['locked', 'set', 'unlocked']));
});

test('goes on if the sender refuses, and without a picture', async () => {
  const track = trackOf(() => Promise.reject(new Error('InvalidStateError')));
  createKeyFrameSender(() => track)();
  createKeyFrameSender(() => undefined)();
  await vi.waitFor(() => expect(track.steps).toEqual(['locked', 'set', 'unlocked']));
});

test('a track of LiveKit’s client has the lock', async () => {
  const media = Object.assign(new EventTarget(), {
    kind: 'video',
    getConstraints: () => ({}),
    getSettings: () => ({}),
  }) as unknown as MediaStreamTrack;
  vi.stubGlobal('MediaStream', EventTarget);
  const { senderLock } = new LocalVideoTrack(media, undefined, true) as unknown as SenderLock;
  const unlock = await senderLock?.lock();
  expect(unlock).toBeInstanceOf(Function);
});
