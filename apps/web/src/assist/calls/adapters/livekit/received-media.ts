/** The media of others in a room: which are requested, and what arrives of them. */
import type { Arrivals } from '@earth/calls';
import { type RemoteParticipant, type Room, RoomEvent, Track } from 'livekit-client';

export interface ReceivedMedia {
  /** Requests a contact's media. */
  receive(contactId: string): void;
  ignore(contactId: string): void;
  setWantsVideo(wantsVideo: boolean): void;
  /** After a connection: requests again. */
  update(): void;
}

export function createReceivedMedia(room: Room): ReceivedMedia {
  const received = new Set<string>();
  let wantsVideo = true;

  function subscribe(participant: RemoteParticipant) {
    for (const publication of participant.trackPublications.values()) {
      const isWanted = received.has(participant.identity) && (publication.kind !== Track.Kind.Video || wantsVideo);
      if (publication.isDesired !== isWanted) publication.setSubscribed(isWanted);
    }
  }

  function update() {
    for (const participant of room.remoteParticipants.values()) subscribe(participant);
  }

  // What somebody sends already when the client learns of them is not told as published.
  room
    .on(RoomEvent.TrackPublished, (_, participant) => subscribe(participant))
    .on(RoomEvent.ParticipantConnected, subscribe)
    .on(RoomEvent.ParticipantActive, update);
  return {
    receive(contactId) {
      received.add(contactId);
      update();
    },
    ignore(contactId) {
      received.delete(contactId);
      update();
    },
    setWantsVideo(wanted) {
      wantsVideo = wanted;
      update();
    },
    update,
  };
}

export async function arrivalsOf(participant: RemoteParticipant): Promise<Arrivals | null> {
  let [bytes, pictureBytes, picturesDecoded, tracks] = [0, 0, 0, 0];
  for (const { track } of participant.trackPublications.values()) {
    const report = await track?.getRTCStatsReport();
    for (const stats of (report?.values() ?? []) as Iterable<RTCStats>) {
      if (stats.type !== 'inbound-rtp') continue;
      const { bytesReceived = 0, framesDecoded, kind } = stats as RTCInboundRtpStreamStats;
      tracks += 1;
      bytes += bytesReceived;
      if (kind !== 'video') continue;
      pictureBytes += bytesReceived;
      picturesDecoded += framesDecoded ?? 0;
    }
  }
  return tracks === 0 ? null : { bytes, pictureBytes, picturesDecoded };
}
