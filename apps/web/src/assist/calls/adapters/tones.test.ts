import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tonePatterns } from './tone-patterns';
import { createTones } from './tones';

/** Fake of the part of an audio context that the tones use; it records what sounds. */
function createFakeContext(isAllowed: () => boolean) {
  const started: { frequency: number; at: number }[] = [];
  const node = () => ({
    connect: (target: unknown) => target,
    disconnect() {},
    gain: {
      setValueAtTime() {},
      linearRampToValueAtTime() {},
      setTargetAtTime() {},
    },
  });
  const context = {
    currentTime: 0,
    state: isAllowed() ? 'running' : 'suspended',
    destination: {},
    createGain: node,
    createOscillator() {
      const frequency = { value: 0 };
      return {
        ...node(),
        frequency,
        start: (at: number) => started.push({ frequency: frequency.value, at }),
        stop() {},
      };
    },
    sinkId: '',
    setSinkId: vi.fn<(id: string) => Promise<void>>(async () => undefined),
    async resume() {
      if (isAllowed()) context.state = 'running';
    },
  };
  return { context: context as unknown as AudioContext, started };
}

function createScene({ isAllowed = true, speaker = null as string | null } = {}) {
  let allowed = isAllowed;
  const { context, started } = createFakeContext(() => allowed);
  const gestures = new EventTarget();
  const audio = {
    play: vi.fn<() => Promise<void>>(async () => undefined),
    pause: vi.fn<() => void>(),
    sinkId: '',
    setSinkId: vi.fn<(id: string) => Promise<void>>(async () => undefined),
  };
  const createContext = vi.fn<() => AudioContext>(() => context);
  const said: boolean[] = [];
  const onSilenced = (isSilenced: boolean) => void said.push(isSilenced);
  const tones = createTones({ createContext, createAudio: () => audio, speaker: () => speaker, gestures, onSilenced });
  return {
    tones,
    /** The notifications that a tone waits for a gesture, or no longer. */
    said,
    started,
    sinks: vi.mocked(context as AudioContext & { setSinkId(id: string): Promise<void> }).setSinkId,
    audio,
    createContext,
    async gesture() {
      allowed = true;
      gestures.dispatchEvent(new Event('pointerdown'));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the calling tone repeats until it is stopped', async () => {
  const { tones, started } = createScene();

  tones.play('calling');
  await vi.advanceTimersByTimeAsync(tonePatterns.calling.period * 2000);
  expect(started).toHaveLength(3);
  tones.stop();
  await vi.advanceTimersByTimeAsync(60_000);

  expect(started).toHaveLength(3);
  expect(started[0]?.frequency).toBe(425);
});

test('the busy tone sounds four times', async () => {
  const { tones, started } = createScene();

  tones.play('busy');
  await vi.advanceTimersByTimeAsync(60_000);

  expect(started).toHaveLength(4);
});

test('a tone replaces the previous one, and the audio context is created once', async () => {
  const { tones, started, createContext } = createScene();

  tones.play('calling');
  tones.play('unavailable');
  await vi.advanceTimersByTimeAsync(60_000);

  expect(started.map(({ frequency }) => frequency)).toEqual([425, 950, 1400, 1800, 950, 1400, 1800]);
  expect(createContext).toHaveBeenCalledOnce();
});

test('on a silent page the ring waits for a gesture', async () => {
  const { tones, started, gesture, said } = createScene({ isAllowed: false });

  tones.play('ring');
  await vi.advanceTimersByTimeAsync(1000);
  expect(started).toHaveLength(0);
  expect(said).toEqual([true]);
  await gesture();

  expect(started.length).toBeGreaterThan(0);
  expect(said).toEqual([true, false]);
});

test('a ring that ended before the gesture is not played late', async () => {
  const { tones, started, gesture, said } = createScene({ isAllowed: false });

  tones.play('ring');
  tones.stop();
  await gesture();
  await vi.advanceTimersByTimeAsync(60_000);

  expect(started).toHaveLength(0);
  expect(said).toEqual([true, false]);
});

test('the ring uses the chosen loudspeaker', () => {
  const { tones, sinks } = createScene({ speaker: 'headset' });

  tones.play('ring');

  expect(sinks).toHaveBeenCalledExactlyOnceWith('headset');
});

test('without an audio device a call rings silently', () => {
  const { tones, createContext } = createScene();
  createContext.mockImplementation(() => {
    throw new DOMException('No sound here', 'NotSupportedError');
  });

  tones.play('ring');
  tones.stop();

  expect(createContext).toHaveBeenCalledOnce();
});

test('the company’s audio that is stopped at once is not played late', async () => {
  const { tones, audio } = createScene();

  tones.play({ url: '/away.mp3' });
  tones.stop();
  await vi.advanceTimersByTimeAsync(0);

  expect(audio.play).not.toHaveBeenCalled();
});

test('the company’s audio is played and stopped', async () => {
  const { tones, audio } = createScene();

  tones.play({ url: '/away.mp3' });
  await vi.advanceTimersByTimeAsync(0);
  expect(audio.play).toHaveBeenCalledOnce();
  tones.stop();

  expect(audio.pause).toHaveBeenCalledOnce();
});

test.each(['NotSupportedError', 'NotAllowedError'])(
  'if the company’s audio does not play (%s), the tone is played',
  async (name) => {
    const { tones, audio, started } = createScene();
    audio.play.mockRejectedValue(new DOMException('It does not play', name));

    tones.play({ url: 'https://elsewhere.example/away.mp3' });
    await vi.advanceTimersByTimeAsync(0);

    expect(started.map(({ frequency }) => frequency)).toEqual([950, 1400, 1800]);
    tones.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(started).toHaveLength(3);
  },
);

test('after stop, a failing company’s audio does not start the tone', async () => {
  const { tones, audio, started } = createScene();
  let fail: (error: Error) => void = () => undefined;
  audio.play.mockReturnValue(new Promise((_, reject) => (fail = reject)));

  tones.play({ url: '/away.mp3' });
  await vi.advanceTimersByTimeAsync(0);
  tones.stop();
  fail(new DOMException('It was paused', 'AbortError'));
  await vi.advanceTimersByTimeAsync(60_000);

  expect(started).toHaveLength(0);
});
