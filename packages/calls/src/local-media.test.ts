import { expect, test } from 'vitest';
import { LocalMediaControl } from './local-media';
import type { Media, OpenedMedia } from './ports';
import { asTrack, createFakeStream, FakeTrack } from './testing/fake-media';
import { type Deferred, deferred, settled } from './testing/promises';

type Wanted = Parameters<Media['open']>[0];

/** Devices that open when the test says so. */
function createDevices() {
  const asked: Wanted[] = [];
  const waiting: Deferred<OpenedMedia>[] = [];
  const tracks: FakeTrack[] = [];
  let changes = 0;
  const media: Media = {
    open: (wanted) => {
      asked.push(wanted);
      const opening = deferred<OpenedMedia>();
      waiting.push(opening);
      return opening.promise;
    },
    capture: () => Promise.reject(new Error('not asked for here')),
  };
  const newTrack = (kind: 'audio' | 'video', label: string) => {
    const track = new FakeTrack(kind, label);
    tracks.push(track);
    return asTrack(track);
  };
  return {
    asked,
    tracks,
    create: () =>
      new LocalMediaControl(
        { media, createMediaStream: createFakeStream },
        { facing: 'environment', onChange: () => changes++ },
      ),
    get changes() {
      return changes;
    },
    /** What was asked for opens, but for what has a problem. */
    async open(problems: Partial<Pick<OpenedMedia, 'cameraProblem' | 'microphoneProblem'>> = {}) {
      await settled();
      const wanted = asked.at(-1);
      const { cameraProblem = null, microphoneProblem = null } = problems;
      waiting.shift()?.resolve({
        audio: wanted?.audio && !microphoneProblem ? newTrack('audio', 'microphone') : null,
        video: wanted?.video && !cameraProblem ? newTrack('video', wanted.facing) : null,
        canFlip: true,
        cameraProblem,
        microphoneProblem,
      });
      await settled();
    },
    live: () => tracks.filter(({ readyState }) => readyState === 'live').map(({ kind, label }) => `${kind} ${label}`),
  };
}

test('camera and microphone open together, and what is shown follows', async () => {
  const devices = createDevices();
  const local = devices.create();
  expect(local.view()).toMatchObject({ stream: null, audioOn: true, videoOn: true, facing: 'environment' });
  await devices.open();
  expect(devices.asked).toEqual([{ facing: 'environment', audio: true, video: true }]);
  expect(local.view().stream?.getTracks()).toHaveLength(2);
  expect(local.view().canFlip).toBe(true);
  expect(devices.changes).toBe(1);
});

test('a camera that is refused costs neither the sound nor the call, and can be tried again', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open({ cameraProblem: 'refused' });
  expect(local.view()).toMatchObject({ audioOn: true, videoOn: false, cameraProblem: 'refused' });
  expect(devices.live()).toEqual(['audio microphone']);
  local.setVideo(true);
  await devices.open();
  expect(local.view()).toMatchObject({ videoOn: true, cameraProblem: null });
  expect(devices.live()).toEqual(['audio microphone', 'video environment']);
});

test('a microphone that is missing is asked for again when it is turned on', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open({ microphoneProblem: 'missing' });
  expect(local.view()).toMatchObject({ audioOn: false, videoOn: true, microphoneProblem: 'missing' });
  local.setAudio(true);
  await devices.open();
  expect(devices.asked[1]).toEqual({ facing: 'environment', audio: true, video: false });
  expect(local.view()).toMatchObject({ audioOn: true, microphoneProblem: null });
});

test('muted is silent and keeps the microphone; a camera that is off is let go of', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open();
  local.setAudio(false);
  local.setVideo(false);
  expect(local.view()).toMatchObject({ audioOn: false, videoOn: false, cameraProblem: null });
  expect(devices.tracks[0]?.enabled).toBe(false);
  expect(devices.live()).toEqual(['audio microphone']);
  expect(local.tracks().video).toBeNull();
  local.setAudio(true);
  expect(devices.tracks[0]?.enabled).toBe(true);
  expect(devices.asked).toHaveLength(1);
});

test('turned off while it opens: the camera is closed again, and the microphone is muted', async () => {
  const devices = createDevices();
  const local = devices.create();
  await settled();
  local.setVideo(false);
  local.setAudio(false);
  await devices.open();
  expect(devices.live()).toEqual(['audio microphone']);
  expect(devices.tracks.find(({ kind }) => kind === 'audio')?.enabled).toBe(false);
});

test('flip: the one camera is closed before the other opens', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open();
  local.flip();
  expect(local.view().facing).toBe('user');
  expect(devices.live()).toEqual(['audio microphone']);
  await devices.open();
  expect(devices.live()).toEqual(['audio microphone', 'video user']);
});

test('flipped twice in a hurry: the camera that looks the way that was wanted last is the one that is open', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open();
  local.flip();
  await settled();
  local.flip();
  await devices.open();
  await devices.open();
  expect(local.view().facing).toBe('environment');
  expect(devices.live()).toEqual(['audio microphone', 'video environment']);
});

test('a camera that cannot look the other way goes back to how it looked', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open();
  local.flip();
  await devices.open({ cameraProblem: 'failed' });
  await devices.open();
  expect(local.view()).toMatchObject({ facing: 'environment', videoOn: true, cameraProblem: null });
  expect(devices.live()).toEqual(['audio microphone', 'video environment']);
});

test('a camera that is unplugged says so', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open();
  devices.tracks.find(({ kind }) => kind === 'video')?.unplug();
  expect(local.view()).toMatchObject({ videoOn: false, cameraProblem: 'failed' });
  expect(local.tracks().video).toBeNull();
});

test('released: nothing is held open, not even what opens later', async () => {
  const open = createDevices();
  const local = open.create();
  await open.open();
  local.release();
  expect(open.live()).toEqual([]);
  const opening = createDevices();
  const late = opening.create();
  await settled();
  late.release();
  await opening.open();
  expect(opening.tracks).toHaveLength(2);
  expect(opening.live()).toEqual([]);
});
