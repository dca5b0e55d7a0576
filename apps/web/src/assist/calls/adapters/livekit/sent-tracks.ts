/** The own tracks in a room. One that is not sent any more only pauses, so that the next of its kind needs no negotiation. */
import { createMutex } from '@earth/async';
import { type LocalParticipant, type LocalTrack, Track } from 'livekit-client';

type Kind = 'audio' | 'video';

const KINDS = { audio: Track.Kind.Audio, video: Track.Kind.Video } as const;

/** VP8: every browser decodes it, and the frames of others are encrypted less well. */
const VIDEO = { source: Track.Source.Camera, videoCodec: 'vp8', backupCodec: false, simulcast: true } as const;
const AUDIO = { source: Track.Source.Microphone, dtx: true, red: true, forceStereo: false } as const;

export interface SentTracks {
  set(kind: Kind, track: MediaStreamTrack | null): void;
  /** Publishes what is to be sent: the room is connected. */
  publish(): void;
}

export function createSentTracks(participant: LocalParticipant, isConnected: () => boolean): SentTracks {
  const wanted: Record<Kind, MediaStreamTrack | null> = { audio: null, video: null };
  const changeAlone = createMutex();

  const publishedOf = (kind: Kind): LocalTrack | undefined =>
    participant.getTrackPublications().find((publication) => publication.kind === KINDS[kind])?.track as
      | LocalTrack
      | undefined;

  async function change(kind: Kind) {
    const track = wanted[kind];
    if (!isConnected()) return;
    const published = publishedOf(kind);
    if (!published) {
      if (track) await participant.publishTrack(track, kind === 'audio' ? AUDIO : VIDEO);
    } else if (!track) await published.pauseUpstream();
    else {
      if (published.mediaStreamTrack !== track) await published.replaceTrack(track, true);
      // The client mutes a track whose device has ended.
      if (published.isMuted) await published.unmute();
      await published.resumeUpstream();
    }
  }

  // What fails because the connection broke is done again when it is back.
  const changeLater = (kind: Kind) => void changeAlone(() => change(kind)).catch(() => {});

  return {
    set(kind, track) {
      if (wanted[kind] === track) return;
      wanted[kind] = track;
      changeLater(kind);
    },
    publish() {
      for (const kind of ['audio', 'video'] as const) changeLater(kind);
    },
  };
}
