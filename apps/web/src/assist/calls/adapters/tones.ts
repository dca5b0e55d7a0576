import type { Tone, Tones } from '@earth/calls';
import { createStore } from 'zustand/vanilla';
import { readChosen } from '../../../platform';
import { soundThrough } from '../devices/speaker';
import { type Note, type TonePattern, tonePatterns } from './tone-patterns';

/** Fade-in and fade-out of a note: without them it clicks. */
const EDGE_SECONDS = 0.012;
/** Relative loudness of the second frequency of a note. */
const OVERTONE = 0.35;

export interface TonesPorts {
  /** Creates the audio context; called once, when the first tone is played. */
  readonly createContext: () => AudioContext;
  readonly createAudio: (url: string) => Pick<HTMLAudioElement, 'play' | 'pause' | 'sinkId' | 'setSinkId'>;
  /** Id of the chosen loudspeaker; null: the browser's default. */
  readonly speaker: () => string | null;
  /** Listened to for a gesture while the browser keeps the page silent. */
  readonly gestures: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  /** A tone starts or stops waiting for a gesture, because the browser keeps the page silent. */
  readonly onSilenced: (isSilenced: boolean) => void;
}

const gestureTypes = ['pointerdown', 'keydown'] as const;

export function playNote(context: AudioContext, target: AudioNode, note: Note, start: number) {
  const from = start + note.at;
  const to = from + note.seconds;
  note.frequencies.forEach((frequency, index) => {
    const loudness = note.loudness * (index === 0 ? 1 : OVERTONE);
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(loudness, from + EDGE_SECONDS);
    gain.gain.setValueAtTime(loudness, to - EDGE_SECONDS);
    gain.gain.linearRampToValueAtTime(0, to);
    const oscillator = context.createOscillator();
    oscillator.frequency.value = frequency;
    oscillator.connect(gain).connect(target);
    oscillator.start(from);
    oscillator.stop(to);
  });
}

/** Plays the pattern, scheduling each period when it begins. @returns a function that stops it */
function playPattern(context: AudioContext, pattern: TonePattern): () => void {
  const master = context.createGain();
  master.connect(context.destination);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let played = 0;
  const playPeriod = () => {
    for (const note of pattern.notes) playNote(context, master, note, context.currentTime + EDGE_SECONDS);
    played += 1;
    if (pattern.times === null || played < pattern.times) timer = setTimeout(playPeriod, pattern.period * 1000);
  };
  playPeriod();
  return () => {
    clearTimeout(timer);
    master.gain.setTargetAtTime(0, context.currentTime, EDGE_SECONDS / 3);
    setTimeout(() => master.disconnect(), 100);
  };
}

/** Not every browser lets an audio context choose its loudspeaker. */
type Aimable = AudioContext & { readonly sinkId?: unknown; setSinkId?(id: string): Promise<void> };

async function ringThrough(context: Aimable, speaker: string | null): Promise<void> {
  if (!context.setSinkId || context.sinkId === (speaker ?? '')) return;
  await context.setSinkId(speaker ?? '').catch(() => context.setSinkId?.('').catch(() => undefined));
}

/**
 * Synthesizes the tones of a call. If the browser requires a gesture first, a tone waits for it; a tone that was stopped
 * meanwhile is not played late.
 */
export function createTones(ports: TonesPorts): Tones {
  let context: AudioContext | null = null;
  let stopCurrent: () => void = () => undefined;

  /** Runs `play` at once, or after the first gesture if the browser keeps the page silent. */
  function whenAudible(audio: AudioContext, play: () => () => void): () => void {
    if (audio.state === 'running') return play();
    let stop: () => void = () => undefined;
    let isStopped = false;
    const removeListeners = () => {
      for (const type of gestureTypes) ports.gestures.removeEventListener(type, resume);
    };
    const begin = () => {
      if (isStopped || audio.state !== 'running') return;
      isStopped = true;
      removeListeners();
      ports.onSilenced(false);
      stop = play();
    };
    // A refusal is no error: the next gesture tries again.
    const resume = () => void audio.resume().then(begin, () => undefined);
    for (const type of gestureTypes) ports.gestures.addEventListener(type, resume);
    ports.onSilenced(true);
    resume();
    return () => {
      isStopped = true;
      removeListeners();
      ports.onSilenced(false);
      stop();
    };
  }

  /** The company's audio. If it does not play for any reason, the tone. */
  function playUrl(url: string): () => void {
    const audio = ports.createAudio(url);
    let isStopped = false;
    let stopTone: () => void = () => undefined;
    // Also if the default loudspeaker fails: a tone may play where an audio element does not.
    soundThrough(audio, ports.speaker())
      .then(() => (isStopped ? undefined : audio.play()))
      .catch(() => {
        if (!isStopped) stopTone = playOwn('unavailable');
      });
    return () => {
      isStopped = true;
      audio.pause();
      stopTone();
    };
  }

  function playNotes(tone: Exclude<Tone, object>): () => void {
    context ??= ports.createContext();
    const audio = context;
    void ringThrough(audio, ports.speaker());
    return whenAudible(audio, () => playPattern(audio, tonePatterns[tone]));
  }

  function playOwn(tone: Exclude<Tone, object>): () => void {
    try {
      return playNotes(tone);
    } catch {
      // No audio device, or too many pages use it: the call goes on without tones.
      return () => undefined;
    }
  }

  return {
    play(tone) {
      stopCurrent();
      stopCurrent = typeof tone === 'object' ? playUrl(tone.url) : playOwn(tone);
    },
    stop() {
      stopCurrent();
      stopCurrent = () => undefined;
    },
  };
}

/** Whether a tone waits for a gesture, for example after a reload: then the screen asks for one. */
export const silence = createStore<{ readonly isSilenced: boolean }>(() => ({ isSilenced: false }));

/** The tones, on this page's loudspeaker. */
export const createPageTones = (): Tones =>
  createTones({
    createContext: () => new AudioContext(),
    createAudio: (url) => new Audio(url),
    speaker: () => readChosen('speaker'),
    gestures: window,
    onSilenced: (isSilenced) => silence.setState({ isSilenced }),
  });
