/** Records a voice note: from the wish for it until it is sent or discarded. One microphone at a time, and no longer than that. */
import type { CallPorts, MediaProblem, OpenedMedia } from '@earth/calls';
import { createStore } from 'zustand/vanilla';
import { describeVoiceNote, type VoiceKind, voiceNoteName } from '../../../platform/messages/voice-note';

export const VOICE_NOTE_MAX_MS = 5 * 60_000;
/** How loud it is, is looked at so often. */
const LISTEN_EVERY_MS = 50;

export interface VoiceNote {
  readonly file: File;
  /** What is said of it under seal: its name, and how loud it is. */
  readonly text: string;
}

export type RecorderState =
  | { readonly type: 'idle' }
  /** The browser may be asking for it. */
  | { readonly type: 'opening' }
  | { readonly type: 'recording'; readonly track: MediaStreamTrack; readonly since: number }
  /** It waits to be sent. */
  | { readonly type: 'recorded'; readonly note: VoiceNote }
  /** `unsupported`: the browser does not record. */
  | { readonly type: 'failed'; readonly problem: MediaProblem | 'unsupported' };

/** As much of a `MediaRecorder` as is used. */
export type Recording = Pick<MediaRecorder, 'start' | 'stop' | 'state' | 'addEventListener'>;

interface Listening {
  readonly level: () => number;
  readonly close: () => void;
}

export interface RecorderPorts {
  /** What this browser records; null: nothing. */
  readonly kind: () => VoiceKind | null;
  readonly openMicrophone: () => Promise<Pick<OpenedMedia, 'audio' | 'microphoneProblem'>>;
  readonly record: (track: MediaStreamTrack, type: string) => Recording;
  /** How loud a microphone is, from 0 to 1. Throws where nobody can listen. */
  readonly listen: (track: MediaStreamTrack) => Listening;
  readonly clock: CallPorts['clock'];
}

export class VoiceRecorder {
  readonly state = createStore<RecorderState>(() => ({ type: 'idle' }));
  readonly #ports: RecorderPorts;
  #recording: Recording | null = null;
  /** Takes the note as soon as it is whole. */
  #take: ((note: VoiceNote) => void) | null = null;
  /** Of what goes on: what comes of an earlier one is put away. */
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

  /** What is recorded, or was. */
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

  /** Records no further. What was recorded stays, to be sent. */
  stop() {
    if (this.state.getState().type === 'opening') this.cancel();
    else this.#end();
  }

  /** Nothing of it stays. */
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
    // By itself too, where the microphone is unplugged.
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

  /** @returns what ends it, and gives what was heard */
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
