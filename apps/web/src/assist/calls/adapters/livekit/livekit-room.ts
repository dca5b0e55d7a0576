/** A room of a LiveKit server, by its client: the port of the LiveKit engine (`packages/calls/src/transport/livekit/media-room.ts`). */
import { type MediaRoom, type MediaRoomEvents, RoomRefusal, type RoomState } from '@earth/calls';
import {
  ConnectionError,
  ConnectionErrorReason,
  ConnectionQuality,
  ConnectionState,
  DisconnectReason,
  isE2EESupported,
  type RemoteParticipant,
  Room,
  RoomEvent,
  type RoomOptions,
} from 'livekit-client';
import { arrivalsOf, createReceivedMedia } from './received-media';
import { soon } from './reconnecting';
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
/** The same for media: a network may let signals through and no media. Two attempts must fit into the time after which a participant is lost. */
const MEDIA_MS = 8_000;

const CHANGES = [
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantActive,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.TrackPublished,
  RoomEvent.ConnectionQualityChanged,
  RoomEvent.ConnectionStateChanged,
] as const;

/** Who sends can nearly always receive. The server says so only with its next list of changes, up to three seconds later; what is lost is asked for again. */
export const canReceive = (participant?: Pick<RemoteParticipant, 'isActive' | 'trackPublications'>) =>
  participant !== undefined && (participant.isActive || participant.trackPublications.size > 0);

const isPoor = (quality: ConnectionQuality | undefined) =>
  quality === ConnectionQuality.Poor || quality === ConnectionQuality.Lost;

const isRefusal = (error: unknown) =>
  error instanceof ConnectionError && error.reason === ConnectionErrorReason.NotAllowed;

const optionsOf = (keyProvider: SenderKeyProvider, worker: Worker): RoomOptions => ({
  // Its successor `encryption` encrypts packets too, but does not tell plain ones from encrypted ones: the engine seals them itself.
  // oxlint-disable-next-line typescript/no-deprecated
  e2ee: { keyProvider, worker },
  // The tracks belong to the call, which goes on with them.
  stopLocalTrackOnUnpublish: false,
  disconnectOnPageLeave: false,
  dynacast: true,
  reconnectPolicy: soon,
});

/** A room of LiveKit's client, with the worker that encrypts its frames. */
export interface ClientRoom {
  readonly room: Room;
  readonly keyProvider: SenderKeyProvider;
  readonly worker: Worker;
}

/** @throws if this browser cannot encrypt frames */
export function createClientRoom(me: string): ClientRoom {
  if (!isE2EESupported()) throw new Error('This browser cannot encrypt frames');
  const keyProvider = new SenderKeyProvider(me);
  const worker = new Worker(new URL('./frame-worker.ts', import.meta.url), { type: 'module', name: me });
  return { room: new Room(optionsOf(keyProvider, worker)), keyProvider, worker };
}

interface Entry {
  readonly url: string;
  readonly token: string;
  readonly autoSubscribe: boolean;
}

/** @throws RoomRefusal if the token is not accepted; another error if the server cannot be reached */
async function enter(room: Room, { url, token, autoSubscribe }: Entry): Promise<void> {
  await room.setE2EEEnabled(true);
  try {
    await room.connect(url, token, {
      autoSubscribe,
      maxRetries: 0,
      websocketTimeout: ANSWER_MS,
      peerConnectionTimeout: MEDIA_MS,
    });
  } catch (error) {
    throw isRefusal(error) ? new RoomRefusal('The media server refused the token', { cause: error }) : error;
  }
}

/** What is heard of the others. */
function passOn(room: Room, events: MediaRoomEvents) {
  for (const event of CHANGES) room.on(event, events.changed);
  room
    .on(RoomEvent.TrackUnsubscribed, (track, _, { identity }) => events.trackRemoved(identity, track.mediaStreamTrack))
    .on(RoomEvent.DataReceived, (payload, participant) => {
      if (participant) events.data(participant.identity, new Uint8Array(payload));
    })
    .on(RoomEvent.EncryptionError, (_, participant) => {
      if (participant) events.undecryptable(participant.identity);
    });
}

export function createLiveKitRoom(
  me: string,
  events: MediaRoomEvents,
  { room, keyProvider, worker }: ClientRoom,
): MediaRoom {
  /** Its server answers: what is sent now is agreed on together with the connection. */
  let isSignalled = false;
  const sent = createSentTracks(room.localParticipant, () => isSignalled && STATES[room.state] !== 'reconnecting');
  const received = createReceivedMedia(room, events.trackAdded);
  let isReplaced = false;

  const participantOf = (contactId: string) => room.remoteParticipants.get(contactId);
  const isConnected = () => STATES[room.state] === 'connected';
  const handleConnected = () => {
    isReplaced = false;
    isSignalled = true;
    // The server says who this page is; under another name it would be somebody else for the others.
    if (room.localParticipant.identity !== me) return void room.disconnect();
    received.update();
    sent.publish();
    events.changed();
  };

  passOn(room, events);
  room
    .on(RoomEvent.SignalConnected, handleConnected)
    .on(RoomEvent.Connected, handleConnected)
    .on(RoomEvent.Reconnected, handleConnected)
    .on(RoomEvent.Disconnected, (reason) => {
      isSignalled = false;
      isReplaced = reason === DisconnectReason.DUPLICATE_IDENTITY;
      events.changed();
    });

  return {
    async connect(url, token, receivesAll) {
      received.setReceivesAll(receivesAll);
      await enter(room, { url, token, autoSubscribe: receivesAll });
    },
    state: () => (isReplaced && room.state === ConnectionState.Disconnected ? 'replaced' : STATES[room.state]),
    answers: () => room.state === ConnectionState.Connected,
    has: (contactId) => canReceive(participantOf(contactId)),
    isWeak: (contactId) =>
      [room.localParticipant, participantOf(contactId)].some((one) => isPoor(one?.connectionQuality)),
    setTracks({ audio, video }) {
      sent.set('audio', audio);
      sent.set('video', video);
    },
    prefer: sent.prefer,
    isPictureLimited: sent.isPictureLimited,
    sendKeyFrame: sent.sendKeyFrame,
    setKeyOf: (contactId, number, key) => void keyProvider.setKey(contactId, number, key),
    setOwnKey: (number, key) => void keyProvider.setKey(me, number, key),
    receive: received.receive,
    forget(contactId) {
      received.ignore(contactId);
      void keyProvider.forget(contactId);
    },
    setPictureSize: received.setPictureSize,
    setWantsVideo: received.setWantsVideo,
    async send(bytes, to) {
      if (!isConnected()) return;
      await room.localParticipant.publishData(bytes, { reliable: true, destinationIdentities: [...to] });
    },
    async arrivals(contactId) {
      const participant = participantOf(contactId);
      return participant ? await arrivalsOf(participant) : null;
    },
    close() {
      sent.close();
      void room.disconnect(false).finally(() => worker.terminate());
    },
  };
}
