/** One browser joined to another: one RTCPeerConnection for one page of one person. A page that reloads gets a new link. */
import type { Participant, PeerMessage } from '@earth/contracts';
import { decodePeerMessage, encodePeerMessage } from '../peer-messages';
import type { Clock, PeerConnection } from '../../ports';
import type { LocalTracks, Peer } from '../transport';
import type { LinkQuality } from '../../view';
import { createAllowance } from './allowance';
import { type LinkHealthWatch, watchLinkHealth } from './link-health';
import { createLinkKeeper, type LinkKeeper } from './link-keeper';
import { createNegotiation, type Negotiation, type Signalled } from './negotiation';

export interface ConnectionOptions {
  readonly iceServers: Participant['iceServers'];
  readonly createPeerConnection: (configuration: RTCConfiguration) => PeerConnection;
}

export interface Opened {
  readonly connection: PeerConnection;
  readonly channel: RTCDataChannel;
}

export interface PeerLinkOptions {
  readonly contactId: string;
  /** The page at the other end. */
  readonly session: string;
  readonly isOfferer: boolean;
  readonly isPolite: boolean;
  /** Of `openConnection` and, where this side offers, `askForBothKinds`. */
  readonly opened: Opened;
  readonly tracks: LocalTracks;
  /** Names what one sends, so that the other side plays sound and picture in step. */
  readonly localStream: MediaStream;
  readonly clock: Clock;
  readonly createMediaStream: () => MediaStream;
  readonly signal: (signal: Signalled) => void;
  readonly events: PeerLinkEvents;
}

export interface PeerLinkEvents {
  changed(): void;
  reachable(): void;
  message(message: PeerMessage): void;
  lost(): void;
  firstGlare(signal: Signalled): void;
}

/** What a link is made of; nothing of it is seen outside yet. */
export function openConnection({ iceServers, createPeerConnection }: ConnectionOptions): Opened {
  // Without `iceCandidatePoolSize`: of the connections that pool and answer at once, Chromium leaves one in fifty without any.
  const connection = createPeerConnection({ iceServers: iceServers.map(toIceServer), bundlePolicy: 'max-bundle' });
  // Agreed on beforehand, so that the first offer carries picture, sound and messages at once.
  return { connection, channel: connection.createDataChannel('peer', { negotiated: true, id: 0 }) };
}

/** For the side that offers. Who has no camera yet receives all the same, and may send later. */
export function askForBothKinds({ connection }: Opened, localStream: MediaStream): void {
  for (const kind of ['audio', 'video'])
    connection.addTransceiver(kind, { direction: 'sendrecv', streams: [localStream] });
}

/** What is sent from now on. It takes effect at once, without a negotiation. */
export function putTracks(connection: PeerConnection, tracks: LocalTracks): void {
  for (const { receiver, sender } of connection.getTransceivers()) {
    const track = receiver.track.kind === 'audio' ? tracks.audio : tracks.video;
    // Refused only where the connection is closed.
    if (sender.track !== track) sender.replaceTrack(track).catch(() => {});
  }
}

export class PeerLink {
  readonly contactId: string;
  readonly session: string;
  readonly #options: PeerLinkOptions;
  readonly #connection: PeerConnection;
  readonly #channel: RTCDataChannel;
  readonly #negotiation: Negotiation;
  readonly #keeper: LinkKeeper;
  readonly #health: LinkHealthWatch;
  #tracks: LocalTracks;
  #stream: MediaStream | null = null;
  #wasConnected = false;
  /** Ends with the link: whoever still holds a track of it does not hold the room. */
  readonly #listening = new AbortController();

  constructor(options: PeerLinkOptions) {
    const { clock, events } = options;
    this.#options = options;
    this.contactId = options.contactId;
    this.session = options.session;
    this.#tracks = options.tracks;
    this.#connection = options.opened.connection;
    this.#channel = options.opened.channel;
    this.#keeper = createLinkKeeper({ clock, restart: () => this.#negotiation.restart(), onLost: events.lost });
    this.#health = watchLinkHealth(this.#connection, clock, events.changed);
    this.#negotiation = createNegotiation({
      connection: this.#connection,
      isOfferer: options.isOfferer,
      isPolite: options.isPolite,
      send: options.signal,
      beforeAnswer: () => this.#sendBothKinds(),
      // A browser takes its time to put tracks in; the other side does not wait for that.
      onAnswered: () => putTracks(this.#connection, this.#tracks),
      onFirstGlare: events.firstGlare,
    });
    this.#listen();
    if (!options.isOfferer) return;
    this.#negotiation.begin();
    putTracks(this.#connection, options.tracks);
  }

  take(signal: Signalled) {
    this.#negotiation.take(signal);
  }

  setTracks(tracks: LocalTracks) {
    this.#tracks = tracks;
    putTracks(this.#connection, tracks);
  }

  /** Drops the message where the peer cannot be reached. */
  send(message: PeerMessage) {
    if (this.#channel.readyState !== 'open') return;
    try {
      this.#channel.send(encodePeerMessage(message));
    } catch {
      // Too large, or too much is waiting: what matters is stored on the server, and is found there.
    }
  }

  /** The way for signals is back. */
  retryNow() {
    this.#keeper.retryNow();
  }

  peer(): Peer {
    return {
      contactId: this.contactId,
      link: this.#quality(),
      stream: this.#stream,
      hasAudio: this.#arrives('audio'),
      hasVideo: this.#arrives('video'),
    };
  }

  close() {
    this.#listening.abort();
    this.#keeper.stop();
    this.#health.stop();
    this.#connection.close();
  }

  #listen() {
    const { events } = this.#options;
    const { signal } = this.#listening;
    this.#connection.addEventListener('track', ({ track }) => this.#takeTrack(track), { signal });
    this.#connection.addEventListener('connectionstatechange', () => this.#takeState(), { signal });
    this.#channel.addEventListener('open', () => events.reachable(), { signal });
    const mayBeRead = createAllowance(this.#options.clock);
    const takeMessage = ({ data }: MessageEvent<unknown>) => {
      const message = mayBeRead(data) ? decodePeerMessage(data) : null;
      if (message) events.message(message);
    };
    this.#channel.addEventListener('message', takeMessage, { signal });
  }

  /** The offer's transceivers are made ours, so that the answer sends too, or can later. */
  #sendBothKinds() {
    for (const transceiver of this.#connection.getTransceivers()) {
      transceiver.direction = 'sendrecv';
      transceiver.sender.setStreams(this.#options.localStream);
    }
  }

  #takeTrack(track: MediaStreamTrack) {
    const { changed } = this.#options.events;
    this.#stream ??= this.#options.createMediaStream();
    this.#stream.addTrack(track);
    for (const type of ['mute', 'unmute', 'ended'])
      track.addEventListener(type, changed, { signal: this.#listening.signal });
    changed();
  }

  #takeState() {
    const { connectionState } = this.#connection;
    if (connectionState === 'connected') {
      this.#wasConnected = true;
      this.#health.start();
    }
    this.#keeper.notice(connectionState);
    this.#options.events.changed();
  }

  #quality(): LinkQuality {
    if (!this.#wasConnected) return 'connecting';
    if (this.#connection.connectionState !== 'connected') return 'reconnecting';
    return this.#health.isWeak() ? 'weak' : 'good';
  }

  #arrives(kind: 'audio' | 'video'): boolean {
    return this.#stream?.getTracks().some((track) => track.kind === kind && !track.muted) ?? false;
  }
}

const toIceServer = ({ urls, username, credential }: Participant['iceServers'][number]): RTCIceServer => ({
  urls,
  ...(username === undefined ? {} : { username }),
  ...(credential === undefined ? {} : { credential }),
});
