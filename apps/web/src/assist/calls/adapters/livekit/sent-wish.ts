/** What of the sent picture is to suffer last, as the browser's degradation preference. */
import type { PicturePreference } from '@earth/contracts';
import type { LocalVideoTrack } from 'livekit-client';
import { type LockedTrack, withSender } from './sender-lock';

const DEGRADATION = { sharp: 'maintain-resolution', smooth: 'maintain-framerate' } as const;

export type WishedTrack = LockedTrack & Pick<LocalVideoTrack, 'setDegradationPreference'>;

export interface SentWish {
  set(prefers: PicturePreference | null): void;
  degradation(): RTCDegradationPreference;
  /** The sender of this track has this preference from its publication on. */
  handlePublished(track: WishedTrack | undefined, degradation: RTCDegradationPreference): void;
  /** After a reconnection a track has another sender, with the preference of its publication. */
  apply(track: WishedTrack): Promise<void>;
}

export function createSentWish(): SentWish {
  let wanted: RTCDegradationPreference = 'balanced';
  let applied: { readonly sender: RTCRtpSender | undefined; readonly degradation: RTCDegradationPreference } | null =
    null;
  return {
    set(prefers) {
      wanted = prefers ? DEGRADATION[prefers] : 'balanced';
    },
    degradation: () => wanted,
    handlePublished(track, degradation) {
      applied = track ? { sender: track.sender, degradation } : null;
    },
    async apply(track) {
      const degradation = wanted;
      if (applied?.sender === track.sender && applied?.degradation === degradation) return;
      // Takes no lock of its own, and says nothing if it fails.
      await withSender(track, () => track.setDegradationPreference(degradation));
      applied = { sender: track.sender, degradation };
    },
  };
}
