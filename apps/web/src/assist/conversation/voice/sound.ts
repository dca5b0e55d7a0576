/** Player of the sounds in a conversation, one at a time. It continues while the message is scrolled out of view. */
import { isGenuine } from '@earth/contracts';
import { createStore } from 'zustand/vanilla';
import type { SessionScope } from '../../../platform/session/session-scope';
import type { OpenedFile } from '../source';

export interface Playing {
  /** The id of its message. */
  readonly id: string;
  /** `unplayable`: this browser cannot play it. `unreadable`: not sealed for the reader. */
  readonly state: 'loading' | 'playing' | 'paused' | 'failed' | 'unplayable' | 'unreadable' | 'notGenuine';
  /** Seconds. */
  readonly position: number;
  /** Seconds; null: the recording does not contain it. */
  readonly duration: number | null;
}

/** The part of an `HTMLAudioElement` that is used. */
type Speaker = Pick<
  HTMLAudioElement,
  'src' | 'currentTime' | 'duration' | 'play' | 'pause' | 'removeAttribute' | 'addEventListener'
>;

export interface SoundPorts {
  readonly createSpeaker: () => Speaker;
  readonly urls: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>;
}

export class SoundPlayer {
  readonly state = createStore<{ readonly playing: Playing | null }>(() => ({ playing: null }));
  readonly #ports: SoundPorts;
  #made: Speaker | null = null;
  #url: string | null = null;

  constructor(ports: SoundPorts) {
    this.#ports = ports;
  }

  /** Plays, resumes or pauses. @param load downloads and decrypts the sound */
  async toggle(id: string, load: () => Promise<OpenedFile>) {
    const { playing } = this.state.getState();
    if (playing?.id !== id || this.#url === null) {
      if (playing?.id !== id || playing.state !== 'loading') await this.#begin(id, load);
    } else if (playing.state === 'playing') this.#speaker().pause();
    else await this.#play(id);
  }

  /** @param position in the present sound, seconds */
  seek(position: number) {
    this.#speaker().currentTime = position;
    this.#change({ position });
  }

  pause() {
    if (this.#url !== null) this.#speaker().pause();
  }

  /** Stops, and releases the present sound. */
  stop() {
    this.pause();
    if (this.#url !== null) {
      this.#speaker().removeAttribute('src');
      this.#ports.urls.revokeObjectURL(this.#url);
    }
    this.#url = null;
    this.state.setState({ playing: null });
  }

  async #begin(id: string, load: () => Promise<OpenedFile>) {
    this.stop();
    const begun: Playing = { id, state: 'loading', position: 0, duration: null };
    this.state.setState({ playing: begun });
    const file = await load().catch(() => 'failed' as const);
    // Another sound was started meanwhile.
    if (this.state.getState().playing !== begun) return;
    if (file === 'failed') return this.#change({ state: 'failed' });
    if (file === null) return this.#change({ state: 'unreadable' });
    if (!isGenuine(file)) return this.#change({ state: 'notGenuine' });
    this.#url = this.#ports.urls.createObjectURL(file);
    this.#speaker().src = this.#url;
    await this.#play(id);
  }

  async #play(id: string) {
    try {
      await this.#speaker().play();
    } catch (error) {
      if (this.state.getState().playing?.id !== id) return;
      const name = error instanceof Error ? error.name : '';
      if (name === 'NotSupportedError') this.#change({ state: 'unplayable' });
      // If the browser requires a recent gesture, the next press plays it.
      else this.#change({ state: 'paused' });
    }
  }

  #change(changed: Partial<Playing>) {
    const { playing } = this.state.getState();
    if (playing) this.state.setState({ playing: { ...playing, ...changed } });
  }

  #speaker(): Speaker {
    this.#made ??= this.#make();
    return this.#made;
  }

  #make(): Speaker {
    const speaker = this.#ports.createSpeaker();
    /** Ignores events of the previous sound. */
    const hear = (event: 'play' | 'pause' | 'timeupdate' | 'durationchange' | 'ended', hears: () => void) =>
      speaker.addEventListener(event, () => this.#url !== null && hears());
    hear('play', () => this.#change({ state: 'playing' }));
    hear('pause', () => this.#change({ state: 'paused' }));
    hear('timeupdate', () => this.#change({ position: speaker.currentTime }));
    hear('durationchange', () =>
      this.#change({ duration: Number.isFinite(speaker.duration) ? speaker.duration : null }),
    );
    hear('ended', () => this.seek(0));
    return speaker;
  }
}

/** The only player of a session. */
export function createSound(scope: SessionScope): SoundPlayer {
  const sound = new SoundPlayer({ createSpeaker: () => new Audio(), urls: URL });
  scope.onDispose(() => sound.stop());
  return sound;
}
