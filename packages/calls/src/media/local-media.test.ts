import { READY_WAIT_MS } from '@earth/contracts';
import { expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import { LocalMediaControl } from './local-media';
import type { Media, OpenedMedia, WantedMedia } from '../ports';
import { asTrack, createFakeStream, FakeTrack } from '../testing/fake-media';
import { type Deferred, deferred, settled } from '../testing/promises';

interface Opening extends Partial<Pick<OpenedMedia, 'cameraProblem' | 'microphoneProblem'>> {
  readonly camera?: string;
  readonly microphone?: string;
}

/** Devices that open when the test says so. */
function createDevices() {
  const clock = new SimulatedClock();
  const asked: WantedMedia[] = [];
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
    photograph: () => Promise.reject(new Error('not asked for here')),
    shrink: () => Promise.reject(new Error('not asked for here')),
    openScreen: () => Promise.reject(new Error('not asked for here')),
    cameraAbilities: async () => ({ torch: false, zoom: null }),
    adjustCamera: () => Promise.reject(new Error('not asked for here')),
  };
  const newTrack = (kind: 'audio' | 'video', label: string) => {
    const track = new FakeTrack(kind, label);
    tracks.push(track);
    return asTrack(track);
  };
  return {
    clock,
    asked,
    tracks,
    create: () =>
      new LocalMediaControl(
        { media, createMediaStream: createFakeStream, clock },
        { facing: 'environment', onChange: () => changes++ },
      ),
    get changes() {
      return changes;
    },
    /** What was asked for opens, but for what has a problem. */
    async open({ camera, microphone, ...problems }: Opening = {}) {
      await settled();
      const wanted = asked.at(-1);
      const { cameraProblem = null, microphoneProblem = null } = problems;
      waiting.shift()?.resolve({
        audio: wanted?.audio && !microphoneProblem ? newTrack('audio', microphone ?? 'microphone') : null,
        video: wanted?.video && !cameraProblem ? newTrack('video', camera ?? wanted.facing) : null,
        facing: wanted?.facing ?? 'user',
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
  expect(devices.asked).toEqual([{ facing: 'environment', isTurned: false, audio: true, video: true }]);
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
  expect(devices.asked[1]).toMatchObject({ audio: true, video: false });
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

test('a device that is unplugged gives way to another one, whose name is said until one is chosen', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open({ camera: 'on a stand', microphone: 'headset' });
  for (const track of devices.tracks) track.unplug();
  expect(local.tracks()).toEqual({ audio: null, video: null });
  await devices.open({ camera: 'in the lid', microphone: 'in the lid' });
  expect(local.view()).toMatchObject({ cameraInstead: 'in the lid', microphoneInstead: 'in the lid' });
  expect(devices.live()).toEqual(['audio in the lid', 'video in the lid']);
  local.change('microphone');
  expect(local.view()).toMatchObject({ cameraInstead: 'in the lid', microphoneInstead: null });
});

test('a muted microphone that is unplugged is not replaced before one speaks again', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open({ microphone: 'headset' });
  local.setAudio(false);
  devices.tracks.find(({ kind }) => kind === 'audio')?.unplug();
  await settled();
  expect(devices.asked).toHaveLength(1);
  local.setAudio(true);
  await devices.open({ microphone: 'in the lid' });
  expect(local.view()).toMatchObject({ audioOn: true, microphoneInstead: 'in the lid' });
});

test('an only camera that is unplugged says so', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open();
  devices.tracks.find(({ kind }) => kind === 'video')?.unplug();
  await devices.open({ cameraProblem: 'missing' });
  expect(local.view()).toMatchObject({ videoOn: false, cameraProblem: 'missing', cameraInstead: null });
  expect(local.tracks().video).toBeNull();
});

test('a camera that ends as often as it is opened has failed', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open({ camera: 'on a stand' });
  devices.tracks.at(-1)?.unplug();
  await devices.open({ camera: 'on a stand' });
  expect(local.view()).toMatchObject({ videoOn: true, cameraInstead: null });
  devices.tracks.at(-1)?.unplug();
  await settled();
  expect(local.view()).toMatchObject({ videoOn: false, cameraProblem: 'failed' });
  expect(devices.asked).toHaveLength(2);
});

test('another one was chosen: the old one is closed first, and a camera that was turned round is forgotten', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open();
  local.flip();
  await devices.open();
  expect(devices.asked.at(-1)).toMatchObject({ facing: 'user', isTurned: true });
  local.change('camera');
  local.change('microphone');
  expect(devices.live()).toEqual([]);
  await devices.open({ camera: 'on a stand', microphone: 'headset' });
  expect(devices.asked.at(-1)).toEqual({ facing: 'environment', isTurned: false, audio: true, video: true });
  expect(devices.live()).toEqual(['audio headset', 'video on a stand']);
});

test('chosen while another opens: that one is closed again', async () => {
  const devices = createDevices();
  const local = devices.create();
  await settled();
  local.change('camera');
  await devices.open({ camera: 'too late' });
  await devices.open({ camera: 'on a stand' });
  expect(devices.live()).toEqual(['audio microphone', 'video on a stand']);
});

test('what is off stays off when another one is chosen', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open();
  local.setVideo(false);
  local.setAudio(false);
  local.change('camera');
  local.change('microphone');
  await settled();
  expect(devices.asked).toHaveLength(1);
  expect(local.view()).toMatchObject({ audioOn: false, videoOn: false });
});

test('what is not ready in time has failed, and is closed when it comes after all', async () => {
  const devices = createDevices();
  const local = devices.create();
  await settled();
  devices.clock.increment(READY_WAIT_MS);
  await settled();
  expect(local.view()).toMatchObject({ cameraProblem: 'failed', microphoneProblem: 'failed' });
  await devices.open();
  expect(devices.tracks).toHaveLength(2);
  expect(devices.live()).toEqual([]);
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
