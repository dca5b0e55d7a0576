/** Records a voice note, until it is sent or discarded. It holds the microphone only while recording. */
import type { Clock } from '@earth/async';
import type { MediaProblem, OpenedMedia } from '@earth/calls';
import { describeVoiceNote, type VoiceKind, voiceNoteName } from '@earth/messaging';
import { createStore } from 'zustand/vanilla';

export const VOICE_NOTE_MAX_MS = 5 * 60_000;
/** Sampling interval of the level. */
const LISTEN_EVERY_MS = 50;

export interface VoiceNote {
  readonly file: File;
  /** Its sealed description: name and levels. */
  readonly text: string;
}

export type RecorderState =
  | { readonly type: 'idle' }
  /** The microphone is being opened; the browser may be asking the user. */
  | { readonly type: 'opening' }
  | { readonly type: 'recording'; readonly track: MediaStreamTrack; readonly since: number }
  /** Recorded, and not sent yet. */
  | { readonly type: 'recorded'; readonly note: VoiceNote }
  /** `unsupported`: the browser cannot record. */
  | { readonly type: 'failed'; readonly problem: MediaProblem | 'unsupported' };

/** The part of a `MediaRecorder` that is used. */
export type Recording = Pick<MediaRecorder, 'start' | 'stop' | 'state' | 'addEventListener'>;

interface Listening {
  readonly level: () => number;
  readonly close: () => void;
}

export interface RecorderPorts {
  /** The format that this browser records; null: none. */
  readonly kind: () => VoiceKind | null;
  readonly openMicrophone: () => Promise<Pick<OpenedMedia, 'audio' | 'microphoneProblem'>>;
  readonly record: (track: MediaStreamTrack, type: string) => Recording;
  /** Measures the level of a microphone, from 0 to 1. Throws if that is not possible. */
  readonly listen: (track: MediaStreamTrack) => Listening;
  readonly clock: Clock;
}

export class VoiceRecorder {
  readonly state = createStore<RecorderState>(() => ({ type: 'idle' }));
  readonly #ports: RecorderPorts;
  #recording: Recording | null = null;
  /** Called with the finished note. */
  #take: ((note: VoiceNote) => void) | null = null;
  /** Identifies the present recording: results of an earlier one are discarded. */
  #turn = Symbol();

  constructor(ports: RecorderPorts) {
    this.#ports = ports;
  }

  async start() {
    const { type } = this.state.getState();
    if (type !== 'idle' && type !== 'failed') return;
    const kind = this.#ports.kind();
    if (!kind) return this.#set({ type: 'failed', problem: 'unsupported' });
    const turn = Symbol();
    this.#turn = turn;
    this.#set({ type: 'opening' });
    const { audio, microphoneProblem } = await this.#ports
      .openMicrophone()
      .catch(() => ({ audio: null, microphoneProblem: 'failed' as const }));
    if (turn !== this.#turn) return audio?.stop();
    if (!audio) return this.#set({ type: 'failed', problem: microphoneProblem ?? 'failed' });
    try {
      this.#record(audio, kind);
    } catch {
      audio.stop();
      this.#set({ type: 'failed', problem: 'failed' });
    }
  }

  /** The data recorded so far. */
  send(take: (note: VoiceNote) => void) {
    const state = this.state.getState();
    if (state.type === 'recorded') {
      this.#set({ type: 'idle' });
      take(state.note);
    } else if (state.type === 'recording') {
      this.#take = take;
      this.#end();
    }
  }

  /** Stops recording. The recording stays, to be sent. */
  stop() {
    if (this.state.getState().type === 'opening') this.cancel();
    else this.#end();
  }

  /** Discards the recording. */
  cancel() {
    this.#turn = Symbol();
    this.#end();
    this.#set({ type: 'idle' });
  }

  #set(state: RecorderState) {
    this.state.setState(state, true);
  }

  #end() {
    if (this.#recording?.state === 'recording') this.#recording.stop();
  }

  #record(track: MediaStreamTrack, kind: VoiceKind) {
    const { clock, record } = this.#ports;
    const turn = this.#turn;
    const parts: Blob[] = [];
    const since = clock.now();
    const recording = record(track, kind.type);
    recording.addEventListener('dataavailable', ({ data }) => parts.push(data));
    recording.start();
    const levels = this.#listen(track);
    const limit = clock.setTimeout(() => this.#end(), VOICE_NOTE_MAX_MS);
    // Also fires if the microphone is unplugged.
    recording.addEventListener('stop', () => {
      clock.clearTimeout(limit);
      const heard = levels();
      track.stop();
      if (turn !== this.#turn) return;
      const seconds = Math.max(1, Math.round((clock.now() - since) / 1000));
      const name = voiceNoteName(seconds, kind);
      this.#finish({ file: new File(parts, name, { type: kind.type }), text: describeVoiceNote(name, heard) });
    });
    this.#recording = recording;
    this.#take = null;
    this.#set({ type: 'recording', track, since });
  }

  /** @returns a function that stops it and returns the measured levels */
  #listen(track: MediaStreamTrack): () => readonly number[] {
    const { clock, listen } = this.#ports;
    const heard: number[] = [];
    try {
      const sound = listen(track);
      let timer: unknown;
      const look = () => {
        heard.push(sound.level());
        timer = clock.setTimeout(look, LISTEN_EVERY_MS);
      };
      timer = clock.setTimeout(look, LISTEN_EVERY_MS);
      return () => {
        clock.clearTimeout(timer);
        sound.close();
        return heard;
      };
    } catch {
      return () => heard;
    }
  }

  #finish(note: VoiceNote) {
    const take = this.#take;
    const isEmpty = note.file.size === 0;
    this.#recording = null;
    if (isEmpty) this.#set({ type: 'failed', problem: 'failed' });
    else this.#set(take ? { type: 'idle' } : { type: 'recorded', note });
    if (!isEmpty) take?.(note);
  }
}
