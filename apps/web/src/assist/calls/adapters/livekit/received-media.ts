/** The media of others in a room: which are requested, and what arrives of them. */
import { type Arrivals, type PictureSize, readArrivals } from '@earth/calls';
import { type RemoteParticipant, type Room, RoomEvent, Track } from 'livekit-client';

/** More than any picture. */
const WHOLE: PictureSize = { width: 10_000, height: 10_000 };
/** As large, but another: the client tells its server no size twice. */
const ALSO_WHOLE: PictureSize = { width: 9_999, height: 9_999 };

export interface ReceivedMedia {
  /** Requests a contact's media. */
  receive(contactId: string): void;
  ignore(contactId: string): void;
  /** Whether the media of contacts of whom neither was said are requested: by the server, with the connection. */
  setReceivesAll(receivesAll: boolean): void;
  setWantsVideo(wantsVideo: boolean): void;
  setPictureSize(contactId: string, size: PictureSize | null): void;
  /** After a connection: requests again. */
  update(): void;
}

/** @param onTrack a track is received */
export function createReceivedMedia(
  room: Room,
  onTrack: (contactId: string, track: MediaStreamTrack) => void,
): ReceivedMedia {
  /** Contact → whether their media are requested. */
  const wanted = new Map<string, boolean>();
  let receivesAll = false;
  /** How large each contact's picture is shown, if that was told. */
  const sizes = new Map<string, PictureSize>();
  let wantsVideo = true;

  const isReceived = (contactId: string) => wanted.get(contactId) ?? receivesAll;

  function subscribe(participant: RemoteParticipant) {
    for (const publication of participant.trackPublications.values()) {
      const isWanted = isReceived(participant.identity) && (publication.kind !== Track.Kind.Video || wantsVideo);
      if (publication.isDesired !== isWanted) publication.setSubscribed(isWanted);
      // Before the track has come, the client would tell another size.
      if (publication.track && isWanted && publication.kind === Track.Kind.Video)
        publication.setVideoDimensions(sizes.get(participant.identity) ?? WHOLE);
    }
  }

  function update() {
    for (const participant of room.remoteParticipants.values()) subscribe(participant);
  }

  // What somebody sends already when the client learns of them is not told as published.
  room
    .on(RoomEvent.TrackSubscribed, (track, publication, participant) => {
      onTrack(participant.identity, track.mediaStreamTrack);
      if (publication.kind !== Track.Kind.Video) return;
      // The server knows nothing of it for a new subscription.
      publication.setVideoDimensions(ALSO_WHOLE);
      subscribe(participant);
    })
    .on(RoomEvent.TrackPublished, (_, participant) => subscribe(participant))
    .on(RoomEvent.ParticipantConnected, subscribe)
    .on(RoomEvent.ParticipantActive, update);
  return {
    receive(contactId) {
      const isNew = !wanted.get(contactId);
      wanted.set(contactId, true);
      update();
      // What was still subscribed is not told again.
      const publications = isNew ? (room.remoteParticipants.get(contactId)?.trackPublications.values() ?? []) : [];
      for (const { track } of publications) if (track) onTrack(contactId, track.mediaStreamTrack);
    },
    ignore(contactId) {
      wanted.set(contactId, false);
      sizes.delete(contactId);
      update();
    },
    setReceivesAll(all) {
      receivesAll = all;
    },
    setWantsVideo(isWanted) {
      wantsVideo = isWanted;
      update();
    },
    setPictureSize(contactId, size) {
      if (size) sizes.set(contactId, size);
      else sizes.delete(contactId);
      update();
    },
    update,
  };
}

export async function arrivalsOf(participant: RemoteParticipant): Promise<Arrivals | null> {
  const tracks = [...participant.trackPublications.values()].flatMap(({ track }) => track ?? []);
  const reports = await Promise.all(tracks.map((track) => track.getRTCStatsReport()));
  return readArrivals(reports.flatMap((report) => [...((report?.values() ?? []) as Iterable<RTCStats>)]));
}
