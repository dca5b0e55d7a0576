/** Records a voice note: from the wish for it until it is sent or discarded. One microphone at a time, and no longer than that. */
import type { CallPorts, MediaProblem, OpenedMedia } from '@earth/calls';
import { createStore } from 'zustand/vanilla';
import { type VoiceKind, voiceNoteName } from '../logic/voice-note';

export const VOICE_NOTE_MAX_MS = 5 * 60_000;

export type RecorderState =
  | { readonly is: 'idle' }
  /** The browser may be asking for it. */
  | { readonly is: 'opening' }
  | { readonly is: 'recording'; readonly track: MediaStreamTrack; readonly since: number }
  /** It waits to be sent. */
  | { readonly is: 'recorded'; readonly note: File }
  /** `unsupported`: the browser does not record. */
  | { readonly is: 'failed'; readonly problem: MediaProblem | 'unsupported' };

/** As much of a `MediaRecorder` as is used. */
export type Recording = Pick<MediaRecorder, 'start' | 'stop' | 'state' | 'addEventListener'>;

export interface RecorderPorts {
  /** What this browser records; null: nothing. */
  readonly kind: () => VoiceKind | null;
  readonly openMicrophone: () => Promise<Pick<OpenedMedia, 'audio' | 'microphoneProblem'>>;
  readonly record: (track: MediaStreamTrack, type: string) => Recording;
  readonly clock: CallPorts['clock'];
}

export class VoiceRecorder {
  readonly state = createStore<RecorderState>(() => ({ is: 'idle' }));
  readonly #ports: RecorderPorts;
  #recording: Recording | null = null;
  /** Takes the note as soon as it is whole. */
  #take: ((note: File) => void) | null = null;
  /** Of what goes on: what comes of an earlier one is put away. */
  #turn = Symbol();

  constructor(ports: RecorderPorts) {
    this.#ports = ports;
  }

  async start() {
    const { is } = this.state.getState();
    if (is !== 'idle' && is !== 'failed') return;
    const kind = this.#ports.kind();
    if (!kind) return this.#set({ is: 'failed', problem: 'unsupported' });
    const turn = Symbol();
    this.#turn = turn;
    this.#set({ is: 'opening' });
    const { audio, microphoneProblem } = await this.#ports
      .openMicrophone()
      .catch(() => ({ audio: null, microphoneProblem: 'failed' as const }));
    if (turn !== this.#turn) return audio?.stop();
    if (!audio) return this.#set({ is: 'failed', problem: microphoneProblem ?? 'failed' });
    try {
      this.#record(audio, kind);
    } catch {
      audio.stop();
      this.#set({ is: 'failed', problem: 'failed' });
    }
  }

  /** What is recorded, or was. */
  send(take: (note: File) => void) {
    const state = this.state.getState();
    if (state.is === 'recorded') {
      this.#set({ is: 'idle' });
      take(state.note);
    } else if (state.is === 'recording') {
      this.#take = take;
      this.#end();
    }
  }

  /** Records no further. What was recorded stays, to be sent. */
  stop() {
    if (this.state.getState().is === 'opening') this.cancel();
    else this.#end();
  }

  /** Nothing of it stays. */
  cancel() {
    this.#turn = Symbol();
    this.#end();
    this.#set({ is: 'idle' });
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
    const limit = clock.setTimeout(() => this.#end(), VOICE_NOTE_MAX_MS);
    recording.addEventListener('dataavailable', ({ data }) => parts.push(data));
    // By itself too, where the microphone is unplugged.
    recording.addEventListener('stop', () => {
      clock.clearTimeout(limit);
      track.stop();
      if (turn !== this.#turn) return;
      const seconds = Math.max(1, Math.round((clock.now() - since) / 1000));
      this.#finish(new File(parts, voiceNoteName(seconds, kind), { type: kind.type }));
    });
    this.#recording = recording;
    this.#take = null;
    recording.start();
    this.#set({ is: 'recording', track, since });
  }

  #finish(note: File) {
    const take = this.#take;
    this.#recording = null;
    if (note.size === 0) this.#set({ is: 'failed', problem: 'failed' });
    else this.#set(take ? { is: 'idle' } : { is: 'recorded', note });
    if (note.size > 0) take?.(note);
  }
}
