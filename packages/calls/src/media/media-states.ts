/** The media states that peers announce: a link alone does not show that a microphone is muted. */
import type { MessageOf } from '../transport/peer-handlers';
import type { Peer } from '../transport/transport';

/** Whether sound and picture are sent, as announced to peers. */
export interface MediaState {
  readonly audio: boolean;
  readonly video: boolean;
  /** The picture is a screen. */
  readonly screen: boolean;
}

export class MediaStates {
  readonly #states = new Map<string, MediaState>();

  handleState(from: string, { audio, video, screen = false }: MessageOf<'media'>) {
    this.#states.set(from, { audio, video, screen });
  }

  /** The peer, with its announced media state. */
  of(peer: Peer): Peer {
    const state = this.#states.get(peer.contactId);
    return state ? { ...peer, hasAudio: state.audio, hasVideo: state.video } : peer;
  }

  sharesScreen(contactId: string): boolean {
    return this.#states.get(contactId)?.screen ?? false;
  }
}
