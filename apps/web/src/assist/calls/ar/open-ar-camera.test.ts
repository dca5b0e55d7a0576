import type { ArProblem } from '@earth/calls';
import { expect, test, vi } from 'vitest';
import { openArCamera } from './open-ar-camera';

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** The call's camera is the one in the lid. */
const camera = { getSettings: () => ({ deviceId: 'lid' }) } as MediaStreamTrack;

function createDevices(ids: readonly string[], open: () => Promise<MediaStream>) {
  const getUserMedia = vi.fn<MediaDevices['getUserMedia']>(open);
  const problems: ArProblem[] = [];
  const devices = {
    enumerateDevices: async () => ids.map((deviceId) => ({ kind: 'videoinput', deviceId }) as MediaDeviceInfo),
    getUserMedia,
  };
  const createWorker = () => {
    throw new Error('No picture came');
  };
  const events = { onOpened: () => {}, onProgress: () => {}, onError: (problem: ArProblem) => problems.push(problem) };
  return {
    getUserMedia,
    problems,
    events,
    ports: { devices, chosen: () => 'arm', createWorker, fetchKernels: async () => new ArrayBuffer(1) },
  };
}

function createStream() {
  const track = Object.assign(new EventTarget(), { kind: 'video', stop: vi.fn<() => void>() });
  return { track, stream: { getVideoTracks: () => [track] } as unknown as MediaStream };
}

test('A9.13: the chosen AR camera is opened with 30 frames a second', async () => {
  const { stream } = createStream();
  const { ports, events, getUserMedia } = createDevices(['lid', 'stand', 'arm'], async () => stream);
  openArCamera(ports, camera, events);
  await settled();
  const video = { deviceId: { exact: 'arm' }, frameRate: { ideal: 30 } };
  expect(getUserMedia.mock.calls).toMatchObject([[{ video }]]);
});

test.each([
  ['missing', ['lid'], ''],
  ['refused', ['lid', 'arm'], 'NotAllowedError'],
  ['failed', ['lid', 'arm'], 'NotReadableError'],
] as const)('A8.11: a camera that is %s calls the error callback once', async (problem, ids, name) => {
  const fails = () => Promise.reject(Object.assign(new Error('no'), { name }));
  const { ports, events, problems } = createDevices(ids, fails);
  openArCamera(ports, camera, events);
  await settled();
  expect(problems).toEqual([problem]);
});

test('A8.11: an unplugged camera calls the error callback, and is released', async () => {
  const { track, stream } = createStream();
  const { ports, events, problems } = createDevices(['lid', 'arm'], async () => stream);
  openArCamera(ports, camera, events);
  await settled();
  track.dispatchEvent(new Event('ended'));
  expect([problems, track.stop.mock.calls.length]).toEqual([['failed'], 1]);
});

test('a camera that opens after it was closed is stopped, and nothing is reported', async () => {
  const { track, stream } = createStream();
  let resolve: (opened: MediaStream) => void = () => undefined;
  const promise = new Promise<MediaStream>((open) => {
    resolve = open;
  });
  const { ports, events, problems } = createDevices(['lid', 'arm'], () => promise);
  const opening = openArCamera(ports, camera, events);
  await settled();
  opening.close();
  resolve(stream);
  await settled();
  expect([problems, track.stop.mock.calls.length]).toEqual([[], 1]);
});
