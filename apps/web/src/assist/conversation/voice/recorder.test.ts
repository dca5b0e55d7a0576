import { expect, test, vi } from 'vitest';
import { voiceNoteLevels } from '@earth/messaging';
import { type RecorderPorts, VOICE_NOTE_MAX_MS, type VoiceNote, VoiceRecorder } from './recorder';

/** Fake MediaRecorder, which gives its data when stopped. */
class TestRecording extends EventTarget {
  state: RecordingState = 'inactive';
  readonly heard: string;
  readonly canStart: boolean;
  constructor(heard: string, canStart: boolean) {
    super();
    this.heard = heard;
    this.canStart = canStart;
  }
  start() {
    if (!this.canStart) throw new Error('There is no encoder left');
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([this.heard]) }));
    this.dispatchEvent(new Event('stop'));
  }
}

function createWorld({ heard = 'words', canStart = true } = {}) {
  const clock = { now: 0, limit: () => {}, listen: () => {} };
  const sound = { loud: 0, close: vi.fn<() => void>() };
  const track = { stop: vi.fn<() => void>() };
  const recordings: TestRecording[] = [];
  const opened = { audio: track as unknown as MediaStreamTrack, microphoneProblem: null };
  const ports: RecorderPorts = {
    kind: () => ({ type: 'audio/mp4', ending: 'm4a' }),
    openMicrophone: vi.fn<RecorderPorts['openMicrophone']>(async () => opened),
    record() {
      const recording = new TestRecording(heard, canStart);
      recordings.push(recording);
      return recording;
    },
    clock: {
      now: () => clock.now,
      // The test triggers the time limit.
      setTimeout(run, ms) {
        if (ms === VOICE_NOTE_MAX_MS) clock.limit = run;
        else clock.listen = run;
        return ms;
      },
      clearTimeout(timer) {
        if (timer === VOICE_NOTE_MAX_MS) clock.limit = () => {};
        else clock.listen = () => {};
      },
    },
    listen: vi.fn<RecorderPorts['listen']>(() => ({ level: () => sound.loud, close: sound.close })),
  };
  const recorder = new VoiceRecorder(ports);
  const notes: VoiceNote[] = [];
  const taken: File[] = [];
  return {
    ports,
    recorder,
    recordings,
    clock,
    track,
    opened,
    sound,
    notes,
    taken,
    type: () => recorder.state.getState().type,
    send: () =>
      recorder.send((note) => {
        notes.push(note);
        taken.push(note.file);
      }),
  };
}

test('the whole recording is sent, named by its duration, and the microphone is released', async () => {
  const { recorder, clock, taken, track, type, send } = createWorld();
  await recorder.start();
  expect(recorder.state.getState()).toMatchObject({ type: 'recording', since: 0 });
  clock.now = 31_600;
  send();
  expect(taken.map(({ name, type }) => [name, type])).toEqual([['voice-note-32s.m4a', 'audio/mp4']]);
  expect(await taken[0]?.text()).toBe('words');
  expect(track.stop).toHaveBeenCalledOnce();
  expect(type()).toBe('idle');
  await recorder.start();
  expect(type()).toBe('recording');
});

test('the levels are sent in the sealed description', async () => {
  const { recorder, clock, notes, sound, send } = createWorld();
  await recorder.start();
  for (const loud of [0.1, 0.8, 0.4, 0.8]) {
    sound.loud = loud;
    for (let times = 0; times < 100; times += 1) clock.listen();
  }
  clock.now = 20_000;
  send();
  const [{ file, text } = { file: null, text: '' }] = notes;
  expect([file?.name, text.split('\n')[0]]).toEqual(['voice-note-20s.m4a', 'voice-note-20s.m4a']);
  const levels = voiceNoteLevels(text) ?? [];
  expect([0, 10, 20, 30].map((at) => new Set(levels.slice(at, at + 10)).size)).toEqual([1, 1, 1, 1]);
  expect([0, 10, 20, 30].map((at) => levels[at])).toEqual([0, 1, 2 / 7, 1]);
  expect(sound.close).toHaveBeenCalledOnce();
  clock.listen();
  expect(notes).toHaveLength(1);
});

test('without a level meter the note is sent without levels', async () => {
  const { ports, clock } = createWorld();
  const listen = () => {
    throw new Error('No sound here');
  };
  const recorder = new VoiceRecorder({ ...ports, listen });
  await recorder.start();
  clock.now = 3_000;
  const taken: VoiceNote[] = [];
  recorder.send((note) => taken.push(note));
  expect(taken.map(({ text }) => text)).toEqual(['voice-note-3s.m4a']);
});

test.each([
  ['when a call comes', ({ recorder }: ReturnType<typeof createWorld>) => recorder.stop()],
  ['after five minutes', ({ clock }: ReturnType<typeof createWorld>) => clock.limit()],
  ['when the microphone is unplugged', ({ recordings }: ReturnType<typeof createWorld>) => recordings[0]?.stop()],
])('%s recording stops, and the note waits to be sent', async (_, end) => {
  const world = createWorld();
  const { recorder, clock, taken, track, type, send } = world;
  await recorder.start();
  clock.now = 300_000;
  end(world);
  expect([type(), track.stop.mock.calls.length, taken]).toEqual(['recorded', 1, []]);
  clock.now = 900_000;
  send();
  expect(taken.map(({ name }) => name)).toEqual(['voice-note-300s.m4a']);
  expect(type()).toBe('idle');
});

test('a discarded note is never sent, and its microphone is released', async () => {
  const { recorder, taken, track, type, send } = createWorld();
  await recorder.start();
  recorder.cancel();
  expect([type(), track.stop.mock.calls.length]).toEqual(['idle', 1]);
  await recorder.start();
  recorder.stop();
  recorder.cancel();
  send();
  expect([type(), taken]).toEqual(['idle', []]);
});

test('cancelling while the browser asks leaves no microphone open', async () => {
  const { ports, opened, recorder, recordings, track, type } = createWorld();
  let allow = () => {};
  vi.mocked(ports.openMicrophone).mockImplementation(() => new Promise((resolve) => (allow = () => resolve(opened))));
  const starting = recorder.start();
  expect(type()).toBe('opening');
  recorder.stop();
  allow();
  await starting;
  expect([type(), recordings.length, track.stop.mock.calls.length]).toEqual(['idle', 0, 1]);
});

test.each(['refused', 'missing', 'failed'] as const)(
  'a microphone that is %s is reported, and can be retried',
  async (problem) => {
    const { ports, recorder, type } = createWorld();
    vi.mocked(ports.openMicrophone).mockResolvedValueOnce({ audio: null, microphoneProblem: problem });
    await recorder.start();
    expect(recorder.state.getState()).toEqual({ type: 'failed', problem });
    await recorder.start();
    expect(type()).toBe('recording');
  },
);

test('a browser without recording is reported, and no microphone is requested', async () => {
  const { ports } = createWorld();
  const recorder = new VoiceRecorder({ ...ports, kind: () => null });
  await recorder.start();
  expect(recorder.state.getState()).toEqual({ type: 'failed', problem: 'unsupported' });
  expect(ports.openMicrophone).not.toHaveBeenCalled();
});

test('a microphone that cannot be recorded is reported, and closed', async () => {
  const { ports, track } = createWorld();
  const record = () => {
    throw new Error('The track has ended');
  };
  const recorder = new VoiceRecorder({ ...ports, record });
  await recorder.start();
  expect(recorder.state.getState()).toEqual({ type: 'failed', problem: 'failed' });
  expect(track.stop).toHaveBeenCalledOnce();
});

test('an empty recording is not sent', async () => {
  const { recorder, taken, send } = createWorld({ heard: '' });
  await recorder.start();
  send();
  expect(recorder.state.getState()).toEqual({ type: 'failed', problem: 'failed' });
  expect(taken).toEqual([]);
});

test('if recording cannot start, the level meter stops', async () => {
  const { recorder, ports, track, type } = createWorld({ canStart: false });

  await recorder.start();

  expect(type()).toBe('failed');
  expect(ports.listen).not.toHaveBeenCalled();
  expect(track.stop).toHaveBeenCalled();
});
