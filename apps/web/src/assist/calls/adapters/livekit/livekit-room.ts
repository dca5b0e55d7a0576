/** A room of a LiveKit server, by its client: the port of the LiveKit engine (`packages/calls/src/transport/livekit/media-room.ts`). */
import { type MediaRoom, type MediaRoomEvents, RoomRefusal, type RoomState } from '@earth/calls';
import {
  ConnectionError,
  ConnectionErrorReason,
  ConnectionQuality,
  ConnectionState,
  DisconnectReason,
  Room,
  RoomEvent,
} from 'livekit-client';
import { arrivalsOf, createReceivedMedia } from './received-media';
import { createSentTracks } from './sent-tracks';
import { SenderKeyProvider } from './sender-key-provider';

const STATES: Readonly<Record<ConnectionState, RoomState>> = {
  [ConnectionState.Disconnected]: 'closed',
  [ConnectionState.Connecting]: 'connecting',
  [ConnectionState.Connected]: 'connected',
  // Media go on while only the signalling reconnects.
  [ConnectionState.SignalReconnecting]: 'connected',
  [ConnectionState.Reconnecting]: 'reconnecting',
};

/** A server that does not answer within it is away. */
const ANSWER_MS = 5_000;

const isPoor = (quality: ConnectionQuality | undefined) =>
  quality === ConnectionQuality.Poor || quality === ConnectionQuality.Lost;

export function createLiveKitRoom(me: string, events: MediaRoomEvents): MediaRoom {
  const keyProvider = new SenderKeyProvider(me);
  const worker = new Worker(new URL('./frame-worker.ts', import.meta.url), { type: 'module' });
  const room = new Room({
    // Its successor `encryption` encrypts packets too, but does not tell plain ones from encrypted ones: the engine seals them itself.
    // oxlint-disable-next-line typescript/no-deprecated
    e2ee: { keyProvider, worker },
    // The tracks belong to the call, which goes on with them.
    stopLocalTrackOnUnpublish: false,
    dynacast: true,
  });
  const sent = createSentTracks(room.localParticipant, () => room.state === ConnectionState.Connected);
  const received = createReceivedMedia(room);
  let isReplaced = false;

  const participantOf = (contactId: string) => room.remoteParticipants.get(contactId);
  const handleConnected = () => {
    isReplaced = false;
    received.update();
    sent.publish();
    events.changed();
  };

  room
    .on(RoomEvent.TrackSubscribed, (track, _, { identity }) => events.trackAdded(identity, track.mediaStreamTrack))
    .on(RoomEvent.TrackUnsubscribed, (track, _, { identity }) => events.trackRemoved(identity, track.mediaStreamTrack))
    .on(RoomEvent.DataReceived, (payload, participant) => {
      if (participant) events.data(participant.identity, new Uint8Array(payload));
    })
    .on(RoomEvent.ParticipantConnected, events.changed)
    .on(RoomEvent.ParticipantActive, events.changed)
    .on(RoomEvent.ParticipantDisconnected, events.changed)
    .on(RoomEvent.ConnectionQualityChanged, events.changed)
    .on(RoomEvent.ConnectionStateChanged, events.changed)
    .on(RoomEvent.Connected, handleConnected)
    .on(RoomEvent.Reconnected, handleConnected)
    .on(RoomEvent.Disconnected, (reason) => {
      isReplaced = reason === DisconnectReason.DUPLICATE_IDENTITY;
      events.changed();
    });

  return {
    async connect(url, token) {
      await room.setE2EEEnabled(true);
      try {
        await room.connect(url, token, { autoSubscribe: false, maxRetries: 0, websocketTimeout: ANSWER_MS });
      } catch (error) {
        const isRefused = error instanceof ConnectionError && error.reason === ConnectionErrorReason.NotAllowed;
        throw isRefused ? new RoomRefusal('The media server refused the token', { cause: error }) : error;
      }
    },
    state: () => (isReplaced && room.state === ConnectionState.Disconnected ? 'replaced' : STATES[room.state]),
    has: (contactId) => participantOf(contactId)?.isActive ?? false,
    isWeak: (contactId) =>
      [room.localParticipant, participantOf(contactId)].some((one) => isPoor(one?.connectionQuality)),
    setTracks({ audio, video }) {
      sent.set('audio', audio);
      sent.set('video', video);
    },
    setKeyOf: (contactId, number, key) => void keyProvider.setKey(contactId, number, key),
    setOwnKey: (number, key) => void keyProvider.setKey(me, number, key),
    receive: received.receive,
    ignore: received.ignore,
    setWantsVideo: received.setWantsVideo,
    send(bytes, to) {
      if (room.state !== ConnectionState.Connected) return;
      // What is important is stored on the server, where the others find it.
      room.localParticipant.publishData(bytes, { reliable: true, destinationIdentities: [...to] }).catch(() => {});
    },
    async arrivals(contactId) {
      const participant = participantOf(contactId);
      return participant ? await arrivalsOf(participant) : null;
    },
    close() {
      void room.disconnect(false).finally(() => worker.terminate());
    },
  };
}
