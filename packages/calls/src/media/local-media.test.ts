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
  const choosing: Deferred<MediaStreamTrack | null>[] = [];
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
    openScreen: () => {
      const choice = deferred<MediaStreamTrack | null>();
      choosing.push(choice);
      return choice.promise;
    },
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
        { ar: null, media, createMediaStream: createFakeStream, clock },
        { facing: 'environment', onChange: () => changes++ },
      ),
    get changes() {
      return changes;
    },
    /** Opens the requested devices, except those with a problem. */
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
    /** The user chooses a screen, or closes the browser's question. */
    async chooseScreen(label: string | null) {
      choosing.shift()?.resolve(label === null ? null : newTrack('video', label));
      await settled();
    },
    live: () => tracks.filter(({ readyState }) => readyState === 'live').map(({ kind, label }) => `${kind} ${label}`),
  };
}

test('camera and microphone open together, and the view follows', async () => {
  const devices = createDevices();
  const local = devices.create();
  expect(local.view()).toMatchObject({ stream: null, audioOn: true, videoOn: true, facing: 'environment' });
  await devices.open();
  expect(devices.asked).toEqual([{ facing: 'environment', isTurned: false, audio: true, video: true }]);
  expect(local.view().stream?.getTracks()).toHaveLength(2);
  expect(local.view().canFlip).toBe(true);
  expect(devices.changes).toBe(1);
});

test('without permission for the camera, sound and call go on, and the user can try again', async () => {
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

test('a missing microphone is requested again when it is turned on', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open({ microphoneProblem: 'missing' });
  expect(local.view()).toMatchObject({ audioOn: false, videoOn: true, microphoneProblem: 'missing' });
  local.setAudio(true);
  await devices.open();
  expect(devices.asked[1]).toMatchObject({ audio: true, video: false });
  expect(local.view()).toMatchObject({ audioOn: true, microphoneProblem: null });
});

test('a muted microphone stays open; a camera that is off is released', async () => {
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

test('turned off while opening: the camera is closed again, and the microphone is muted', async () => {
  const devices = createDevices();
  const local = devices.create();
  await settled();
  local.setVideo(false);
  local.setAudio(false);
  await devices.open();
  expect(devices.live()).toEqual(['audio microphone']);
  expect(devices.tracks.find(({ kind }) => kind === 'audio')?.enabled).toBe(false);
});

test('flip closes one camera before it opens the other', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open();
  local.flip();
  expect(local.view().facing).toBe('user');
  expect(devices.live()).toEqual(['audio microphone']);
  await devices.open();
  expect(devices.live()).toEqual(['audio microphone', 'video user']);
});

test('after two quick flips, the camera of the last direction is open', async () => {
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

test('if the other camera cannot be opened, flip returns to the former one', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open();
  local.flip();
  await devices.open({ cameraProblem: 'failed' });
  await devices.open();
  expect(local.view()).toMatchObject({ facing: 'environment', videoOn: true, cameraProblem: null });
  expect(devices.live()).toEqual(['audio microphone', 'video environment']);
});

test('another device replaces an unplugged one, and is named until the user chooses', async () => {
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

test('a muted microphone that is unplugged is replaced only when it is turned on', async () => {
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

test('unplugging the only camera is a problem', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open();
  devices.tracks.find(({ kind }) => kind === 'video')?.unplug();
  await devices.open({ cameraProblem: 'missing' });
  expect(local.view()).toMatchObject({ videoOn: false, cameraProblem: 'missing', cameraInstead: null });
  expect(local.tracks().video).toBeNull();
});

test('a camera that ends each time it is opened has failed', async () => {
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

test('a newly chosen device opens after the old one is closed, and resets a flip', async () => {
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

test('a device that opens after another was chosen is closed again', async () => {
  const devices = createDevices();
  const local = devices.create();
  await settled();
  local.change('camera');
  await devices.open({ camera: 'too late' });
  await devices.open({ camera: 'on a stand' });
  expect(devices.live()).toEqual(['audio microphone', 'video on a stand']);
});

test('a device that is off stays off when another is chosen', async () => {
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

test('audio only ends when a screen was chosen, not before, and the camera stays off', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open();
  local.setAudioOnly(true);
  local.shareScreen();
  await settled();
  expect(devices.asked).toHaveLength(1);
  expect(local.state()).toMatchObject({ video: false, wantsVideo: false });

  await devices.chooseScreen(null);
  expect(devices.asked).toHaveLength(1);
  expect(local.view()).toMatchObject({ isAudioOnly: true, videoOn: false, isScreen: false });

  local.shareScreen();
  await devices.chooseScreen('screen');
  expect(local.view()).toMatchObject({ isAudioOnly: false, videoOn: false, isScreen: true });
  expect(devices.live()).toEqual(['audio microphone', 'video screen']);
  local.stopScreen();
  await settled();
  expect(devices.live()).toEqual(['audio microphone']);
  expect(local.state()).toMatchObject({ video: false, wantsVideo: true });
});

test.each([
  ['audio only', (local: LocalMediaControl) => local.setAudioOnly(true), true],
  ['a stop', (local: LocalMediaControl) => local.stopScreen(), false],
])('a screen that is chosen after %s is not shared', async (_, act, isAudioOnly) => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open();
  local.shareScreen();
  act(local);
  await devices.chooseScreen('screen');
  expect(devices.tracks.at(-1)?.readyState).toBe('ended');
  expect(local.view()).toMatchObject({ isScreen: false, isAudioOnly });

  local.shareScreen();
  act(local);
  local.shareScreen();
  await devices.chooseScreen('screen after all');
  expect(local.view()).toMatchObject({ isScreen: true, isAudioOnly: false });
});

test('A9.14: a device that is not ready in time has failed, and is closed if it opens later', async () => {
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

test('after release no device is open, not even one that opens later', async () => {
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

test('what the system pauses, as a phone during a telephone call, is told as not sent until it is back', async () => {
  const devices = createDevices();
  const local = devices.create();
  await devices.open();
  const [microphone, camera] = devices.tracks;
  const before = devices.changes;
  for (const track of [microphone, camera]) if (track) track.muted = true;
  expect(devices.changes).toBe(before + 2);
  expect(local.state()).toMatchObject({ audio: false, video: false });
  expect(local.view()).toMatchObject({ isCameraPaused: true, isMicrophonePaused: true, videoOn: true });
  for (const track of [microphone, camera]) if (track) track.muted = false;
  expect(local.state()).toMatchObject({ audio: true, video: true });
  expect(local.view()).toMatchObject({ isCameraPaused: false, isMicrophonePaused: false });
});
