/**
 * The own tracks in a room. LiveKit's client gets copies: it switches the tracks that it has on, and ends them when the page is frozen. A
 * track that is not sent any more, or is muted, only pauses, so that the next of its kind needs no negotiation.
 */
import { createMutex } from '@earth/async';
import type { PicturePreference } from '@earth/contracts';
import { type LocalParticipant, type LocalTrack, Track } from 'livekit-client';
import { createKeyFrameSender } from './key-frames';
import { isLimitedByLink } from './sent-limit';
import { createSentWish, type WishedTrack } from './sent-wish';

type Kind = 'audio' | 'video';

const KINDS = { audio: Track.Kind.Audio, video: Track.Kind.Video } as const;

/** VP8: every browser decodes it, and more of its frames is encrypted than of other codecs. */
const OPTIONS = {
  audio: { source: Track.Source.Microphone, dtx: true, forceStereo: false },
  video: { source: Track.Source.Camera, videoCodec: 'vp8', backupCodec: false, simulcast: true },
} as const;

interface Copied {
  readonly source: MediaStreamTrack;
  readonly copy: MediaStreamTrack;
}

export interface SentTracks {
  /** Called again when a track was muted or unmuted (`enabled`). */
  set(kind: Kind, track: MediaStreamTrack | null): void;
  /** Publishes what is to be sent: the room is connected. */
  publish(): void;
  /** What of the picture is to suffer last. */
  prefer(prefers: PicturePreference | null): void;
  /** The link does not bear the picture. False if none is sent. */
  isPictureLimited(): Promise<boolean>;
  /** Makes the next picture a whole one, in all sizes. */
  sendKeyFrame(): void;
  close(): void;
}

export type Publisher = Pick<LocalParticipant, 'getTrackPublications' | 'publishTrack'>;

/** The tracks that are to be sent, and their copies. */
function createCopies() {
  const wanted: Record<Kind, MediaStreamTrack | null> = { audio: null, video: null };
  const copied: Record<Kind, Copied | null> = { audio: null, video: null };
  return {
    wanted,
    /** As the source is: muted, or ended. */
    adjust(kind: Kind) {
      const { source, copy } = copied[kind] ?? {};
      if (!copy) return;
      if (source === wanted[kind]) copy.enabled = source?.enabled ?? false;
      else copy.stop();
    },
    copyOf(kind: Kind, source: MediaStreamTrack): MediaStreamTrack {
      const known = copied[kind];
      if (known?.source === source && known.copy.readyState === 'live') return known.copy;
      known?.copy.stop();
      const copy = source.clone();
      copied[kind] = { source, copy };
      return copy;
    },
    close() {
      for (const kind of ['audio', 'video'] as const) copied[kind]?.copy.stop();
    },
  };
}

export function createSentTracks(participant: Publisher, isConnected: () => boolean): SentTracks {
  const { wanted, adjust, copyOf, close } = createCopies();
  const wish = createSentWish();
  // Not one for both: together they need one negotiation.
  const changeAlone = { audio: createMutex(), video: createMutex() };

  const publishedOf = (kind: Kind): LocalTrack | undefined =>
    participant.getTrackPublications().find((publication) => publication.kind === KINDS[kind])?.track as
      | LocalTrack
      | undefined;
  const publishedPicture = () => publishedOf('video') as WishedTrack | undefined;

  async function publish(kind: Kind, copy: MediaStreamTrack) {
    const degradationPreference = wish.degradation();
    await participant.publishTrack(copy, { ...OPTIONS[kind], degradationPreference });
    if (kind === 'video') wish.handlePublished(publishedPicture(), degradationPreference);
  }

  async function send(kind: Kind, track: MediaStreamTrack) {
    const copy = copyOf(kind, track);
    const published = publishedOf(kind);
    if (!published) {
      await publish(kind, copy);
      return;
    }
    if (published.mediaStreamTrack !== copy) await published.replaceTrack(copy, true);
    // The client mutes a track whose device has ended.
    if (published.isMuted) await published.unmute();
    await published.resumeUpstream();
    const picture = publishedPicture();
    if (kind === 'video' && picture) await wish.apply(picture);
  }

  async function change(kind: Kind) {
    const track = wanted[kind];
    if (!isConnected()) return;
    try {
      if (track?.enabled) await send(kind, track);
      else await publishedOf(kind)?.pauseUpstream();
    } finally {
      adjust(kind);
    }
  }

  // What fails because the connection broke is done again when it is back.
  const changeLater = (kind: Kind) => void changeAlone[kind](() => change(kind)).catch(() => {});

  return {
    set(kind, track) {
      wanted[kind] = track;
      // At once: a device that is not used any more must not stay open, nor a microphone on.
      adjust(kind);
      changeLater(kind);
    },
    publish() {
      for (const kind of ['audio', 'video'] as const) changeLater(kind);
    },
    prefer(prefers) {
      wish.set(prefers);
      changeLater('video');
    },
    async isPictureLimited() {
      // What a paused sender says is old.
      const report = wanted.video?.enabled ? await publishedOf('video')?.getRTCStatsReport() : null;
      return isLimitedByLink(report?.values() ?? []);
    },
    sendKeyFrame: createKeyFrameSender(publishedPicture),
    close,
  };
}
