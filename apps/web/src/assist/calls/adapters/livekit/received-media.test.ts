import { type Room, RoomEvent, Track } from 'livekit-client';
import { expect, test } from 'vitest';
import { createReceivedMedia } from './received-media';

interface Size {
  readonly width: number;
  readonly height: number;
}

const OWN: Size = { width: 0, height: 0 };

/** As LiveKit's client tells sizes to its server: those of tracks that have come, and none twice. */
class TestPublication {
  readonly kind = Track.Kind.Video;
  isDesired = false;
  track: object | null = null;
  /** What the server knows of the present subscription; null: nothing. */
  told: Size | null = null;
  #requested: Size | null = null;

  setSubscribed(isWanted: boolean) {
    this.isDesired = isWanted;
  }

  setVideoDimensions(size: Size) {
    if (this.#requested?.width === size.width && this.#requested.height === size.height) return;
    // Without a track it tells its server a quality of its own.
    this.told = this.track ? size : OWN;
    if (this.track) this.#requested = size;
  }

  /** The server delivers what is subscribed. */
  begin() {
    this.track = { mediaStreamTrack: { kind: 'video' } };
    this.told = null;
  }
}

function createRoom() {
  const publication = new TestPublication();
  const participant = { identity: 'giulia', trackPublications: new Map([['video', publication]]) };
  const listeners = new Map<string, (...given: unknown[]) => void>();
  const room = {
    remoteParticipants: new Map([['giulia', participant]]),
    on(event: string, listener: (...given: unknown[]) => void) {
      listeners.set(event, listener);
      return room;
    },
  };
  const tracks: string[] = [];
  const received = createReceivedMedia(room as unknown as Room, (contactId) => void tracks.push(contactId));
  const subscribed = () => {
    publication.begin();
    listeners.get(RoomEvent.TrackSubscribed)?.(publication.track, publication, participant);
  };
  return { received, publication, subscribed, tracks };
}

const tile = { width: 160, height: 160 };

test('the size of a picture is told when its track has come, though it was known before', () => {
  const { received, publication, subscribed, tracks } = createRoom();
  received.receive('giulia');
  expect(publication.isDesired).toBe(true);
  received.setPictureSize('giulia', tile);
  expect(publication.told).toBeNull();
  subscribed();
  expect(tracks).toEqual(['giulia']);
  expect(publication.told).toEqual(tile);
});

test('media that are received from the start are requested until their contact is ignored', () => {
  const { received, publication, subscribed, tracks } = createRoom();
  // As the server does with the connection.
  received.setReceivesAll(true);
  publication.isDesired = true;
  received.update();
  expect(publication.isDesired).toBe(true);
  subscribed();
  received.receive('giulia');
  // Again, because who listens may have been missing before.
  expect(tracks).toEqual(['giulia', 'giulia']);
  received.ignore('giulia');
  expect(publication.isDesired).toBe(false);
});

test('a new subscription is told the size of the one before', () => {
  const { received, publication, subscribed } = createRoom();
  received.receive('giulia');
  subscribed();
  received.setPictureSize('giulia', tile);
  expect(publication.told).toEqual(tile);
  subscribed();
  expect(publication.told).toEqual(tile);
});

test('a picture whose size is withdrawn is wanted whole again, and so is that of somebody who comes back', () => {
  const { received, publication, subscribed } = createRoom();
  received.receive('giulia');
  subscribed();
  received.setPictureSize('giulia', tile);
  received.setPictureSize('giulia', null);
  expect(publication.told?.height).toBeGreaterThan(4_000);

  received.setPictureSize('giulia', tile);
  received.ignore('giulia');
  received.receive('giulia');
  subscribed();
  expect(publication.told?.height).toBeGreaterThan(4_000);
});
