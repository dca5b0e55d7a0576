/** The media states that peers announce: a link alone does not show that a microphone is muted. */
import type { MessageOf, PeerHandlers } from '../transport/peer-handlers';
import type { PicturePreference } from '@earth/contracts';
import type { Peer } from '../transport/transport';

/** Whether sound and picture are sent, as announced to peers. */
export interface MediaState {
  readonly audio: boolean;
  readonly video: boolean;
  /** The picture is a screen. */
  readonly screen: boolean;
  /** The picture is that of an AR camera, without its background. */
  readonly ar: boolean;
  /** Pictures are to be sent to this side. */
  readonly wantsVideo: boolean;
  /** What of the pictures that are sent to this side is to suffer last; absent: the sender decides. */
  readonly prefers?: PicturePreference;
}

/** The state before there are any media. */
export const NOTHING_SENT: MediaState = { audio: false, video: false, screen: false, ar: false, wantsVideo: true };

/** The messages that announce a state. */
export const announcementsOf = ({ ar, wantsVideo, ...media }: MediaState): readonly MessageOf<'media' | 'ar'>[] => [
  { type: 'media', ...media, ...(!wantsVideo && { wantsVideo }) },
  { type: 'ar', enabled: ar },
];

export const isSameState = (one: MediaState, other: MediaState) =>
  one.audio === other.audio &&
  one.video === other.video &&
  one.screen === other.screen &&
  one.ar === other.ar &&
  one.wantsVideo === other.wantsVideo &&
  one.prefers === other.prefers;

export class MediaStates {
  readonly #states = new Map<string, Omit<MediaState, 'ar'>>();
  readonly #withAr = new Set<string>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  readonly handlers: PeerHandlers<'media' | 'ar'> = {
    media: (from, { audio, video, screen = false, wantsVideo = true }) => {
      this.#states.set(from, { audio, video, screen, wantsVideo });
      this.#onChange();
    },
    ar: (from, { enabled }) => {
      if (enabled) this.#withAr.add(from);
      else this.#withAr.delete(from);
      this.#onChange();
    },
  };

  /** The peer, with its announced media state. */
  of(peer: Peer): Peer {
    const state = this.#states.get(peer.contactId);
    return state ? { ...peer, hasAudio: state.audio, hasVideo: state.video } : peer;
  }

  sharesScreen(contactId: string): boolean {
    return this.#states.get(contactId)?.screen ?? false;
  }

  /** Whether a peer wants to receive pictures; unless they say otherwise, they do. */
  wantsVideo(contactId: string): boolean {
    return this.#states.get(contactId)?.wantsVideo ?? true;
  }

  sendsAr(contactId: string): boolean {
    return this.#withAr.has(contactId);
  }

  /** A participant has left. */
  forget(contactId: string) {
    this.#states.delete(contactId);
    this.#withAr.delete(contactId);
  }
}
