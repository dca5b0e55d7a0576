/** A link to one page of one participant: one RTCPeerConnection. A page that reloads gets a new link. */
import type { Participant, PeerMessage, PictureLevel } from '@earth/contracts';
import { decodePeerMessage, encodePeerMessage } from '../peer-messages';
import { createPieces, inPieces } from '../pieces';
import type { Clock } from '@earth/async';
import type { PeerConnection } from '../../ports';
import type { CheckedDescription, Description, LocalTracks, PassedMessage, Peer, Sealable } from '../transport';
import type { LinkQuality } from '../../view';
import { createAllowance } from '../allowance';
import { createArrivalWatch, expectedOf } from '../arrival-watch';
import { type LinkHealthWatch, watchLinkHealth } from './link-health';
import { createLinkKeeper, type LinkKeeper } from './link-keeper';
import type { LinkSample } from './link-quality';
import { createLinkSending, type LinkSending } from './link-sending';
import { createLinkTrust, type LinkTrustKeeper } from '../link-trust';
import { createNegotiation, type Negotiation, type Signalled } from './negotiation';

export interface ConnectionOptions {
  readonly iceServers: Participant['iceServers'];
  readonly createPeerConnection: (configuration: RTCConfiguration) => PeerConnection;
}

export interface Opened {
  readonly connection: PeerConnection;
  readonly channel: RTCDataChannel;
  /** The track that each sender was last asked to send: its own `track` follows later. */
  readonly requested: Map<RTCRtpSender, MediaStreamTrack | null>;
}

export interface PeerLinkOptions {
  readonly contactId: string;
  /** The page at the other end. */
  readonly session: string;
  readonly isOfferer: boolean;
  readonly isPolite: boolean;
  /** From `openConnection` and, if this side offers, `askForBothKinds`. */
  readonly opened: Opened;
  readonly tracks: LocalTracks;
  /** The stream id of the sent tracks, so that the other side plays sound and picture in sync. */
  readonly localStream: MediaStream;
  readonly clock: Clock;
  readonly createMediaStream: () => MediaStream;
  readonly signal: (signal: Signalled) => void;
  readonly seal: (description: Description) => Promise<Description>;
  readonly check: (description: Sealable) => Promise<CheckedDescription>;
  readonly events: PeerLinkEvents;
}

export interface PeerLinkEvents {
  changed(): void;
  /** Nothing has arrived for a second: the way to the server may be broken too. */
  quiet(): void;
  reachable(): void;
  message(message: PassedMessage): void;
  lost(): void;
  firstGlare(signal: Signalled): void;
}

/** A message without a meaning, which every page drops unread. */
const PROBE = '{"type":"probe"}';

// Without `iceCandidatePoolSize`: of the connections that pool and answer at once, Chromium leaves one in fifty without any.
const configurationOf = (iceServers: Participant['iceServers']): RTCConfiguration => ({
  iceServers: iceServers.map(toIceServer),
  bundlePolicy: 'max-bundle',
});

/** Opens a connection with its data channel. Nothing is sent yet. */
export function openConnection({ iceServers, createPeerConnection }: ConnectionOptions): Opened {
  const connection = createPeerConnection(configurationOf(iceServers));
  // Negotiated in advance, so that the first offer covers picture, sound and messages.
  const channel = connection.createDataChannel('peer', { negotiated: true, id: 0 });
  return { connection, channel, requested: new Map() };
}

/** For what it negotiates next: the credentials of a relay are valid for some hours only. */
export const setIceServers = (connection: PeerConnection, iceServers: Participant['iceServers']): void =>
  connection.setConfiguration(configurationOf(iceServers));

/** Adds both transceivers, for the side that offers. Without a camera it still receives, and may send later. */
export function askForBothKinds({ connection }: Opened, localStream: MediaStream): void {
  for (const kind of ['audio', 'video'])
    connection.addTransceiver(kind, { direction: 'sendrecv', streams: [localStream] });
}

/** Replaces the sent tracks, without a negotiation. The browser carries out the requests for a sender one after another. */
export function putTracks({ connection, requested }: Opened, tracks: LocalTracks): void {
  for (const { receiver, sender } of connection.getTransceivers()) {
    const track = receiver.track.kind === 'audio' ? tracks.audio : tracks.video;
    const before = requested.has(sender) ? requested.get(sender) : sender.track;
    if (before === track) continue;
    requested.set(sender, track);
    // If it fails, the next call asks again. In a closed connection there is none.
    sender.replaceTrack(track).catch(() => {
      if (requested.get(sender) === track) requested.delete(sender);
    });
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
  readonly #trust: LinkTrustKeeper;
  readonly #sending: LinkSending;
  /** As the peer says of the picture that it sends. */
  #receivedLevel: PictureLevel = 'full';
  readonly #arrivals = createArrivalWatch();
  /** What the peer says of what it sends; null: nothing yet. */
  #media: Extract<PeerMessage, { type: 'media' }> | null = null;
  /** As this page says. */
  #wantsVideo = true;
  #tracks: LocalTracks;
  /** The peer wants no pictures: none are sent, which spares both connections. */
  #isAudioOnly = false;
  #stream: MediaStream | null = null;
  #wasConnected = false;
  /** Removes all listeners when the link closes, so that a track that is still referenced does not keep the link in memory. */
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
    this.#sending = createLinkSending(this.#connection, () => this.#handleLevel());
    this.#health = watchLinkHealth({
      connection: this.#connection,
      clock,
      probe: () => this.#probe(),
      onSilent: () => this.#keeper.handleSilence(),
      onHeard: () => this.#handleHeard(),
      onChange: events.changed,
      onSample: (sample) => this.#handleSample(sample),
      onExtraSample: (sample, part) => this.#sending.handleExtraSample(sample, part),
      isSuspicious: () => this.#sending.isSuspicious(),
    });
    this.#trust = createLinkTrust(options.check, events.changed);
    this.#negotiation = createNegotiation({
      connection: this.#connection,
      isOfferer: options.isOfferer,
      isPolite: options.isPolite,
      send: options.signal,
      seal: options.seal,
      check: this.#trust.check,
      beforeAnswer: () => this.#sendBothKinds(),
      // After the answer, because replacing tracks takes time and the other side should not wait for it.
      onAnswered: () => this.#putTracks(),
      onFirstGlare: events.firstGlare,
    });
    this.#listen();
    if (!options.isOfferer) return;
    this.#negotiation.begin();
    putTracks(options.opened, options.tracks);
  }

  handleSignal(signal: Signalled) {
    this.#negotiation.handleSignal(signal);
  }

  setTracks(tracks: LocalTracks) {
    this.#tracks = tracks;
    this.#putTracks();
  }

  setIceServers(iceServers: Participant['iceServers']) {
    setIceServers(this.#connection, iceServers);
  }

  /** Drops the message if the data channel is not open. */
  send(message: PeerMessage) {
    if (message.type === 'media') this.#wantsVideo = message.wantsVideo !== false;
    for (const packet of inPieces(encodePeerMessage(message))) this.#write(packet);
  }

  /** The peer's browser acknowledges it on the way, whatever the page does with it. */
  #probe() {
    this.#write(PROBE);
    this.#options.events.quiet();
  }

  #write(text: string) {
    if (this.#channel.readyState !== 'open') return;
    try {
      this.#channel.send(text);
    } catch {
      // The buffer is full. Important content is stored on the server, where the peer finds it.
    }
  }

  /**
   * Signalling is back. A link on which something arrives again may still wait for an answer: from its new address a device is heard,
   * and hears the answers to its connectivity checks, while its offer went into a dead socket.
   */
  retryNow() {
    if (!this.#keeper.retryNow()) this.#negotiation.repeatOffer();
  }

  peer(): Peer {
    const link = this.#quality();
    const isUp = this.#wasConnected && !this.#isBroken();
    return {
      contactId: this.contactId,
      link,
      // What is refused changes nothing about a link that is up.
      trust: this.#trust.isRefused() && !isUp ? 'forged' : this.#trust.trust(),
      signedBy: this.#trust.key(),
      // The browsers decrypt before anything arrives.
      isUndecryptable: false,
      isDescribed: this.#connection.remoteDescription !== null,
      stream: this.#stream,
      hasAudio: this.#arrives('audio'),
      hasVideo: this.#arrives('video'),
      sentLevel: this.#sending.level(),
      receivedLevel: this.#receivedLevel,
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
    this.#connection.addEventListener('track', ({ track }) => this.#handleTrack(track), { signal });
    this.#connection.addEventListener('connectionstatechange', () => this.#handleState(), { signal });
    this.#channel.addEventListener('open', () => events.reachable(), { signal });
    const mayBeRead = createAllowance(this.#options.clock);
    const joinPieces = createPieces();
    const handleMessage = ({ data }: MessageEvent<unknown>) => {
      const message = mayBeRead(data) ? decodePeerMessage(joinPieces(data)) : null;
      if (message?.type === 'media') this.#handleMedia(message);
      if (message?.type === 'pictureLevel') this.#setReceivedLevel(message.level);
      // From browser to browser, the browsers ask for whole pictures themselves.
      else if (message && message.type !== 'keyFrame') events.message(message);
    };
    this.#channel.addEventListener('message', handleMessage, { signal });
  }

  #setReceivedLevel(level: PictureLevel) {
    this.#receivedLevel = level;
    this.#options.events.changed();
  }

  #handleSample(sample: LinkSample | null) {
    this.#sending.handleSample(sample);
    const before = this.#arrivals.state();
    const expected = this.#media && expectedOf(this.#media, this.#wantsVideo, this.#receivedLevel);
    // Sound of a link between browsers is decrypted by the link itself: what is not played yet is only not allowed to be.
    this.#arrivals.add(sample?.media ? { ...sample.media, soundPackets: 0 } : null, expected);
    if (this.#arrivals.state() !== before) this.#options.events.changed();
  }

  #handleMedia(media: Extract<PeerMessage, { type: 'media' }>) {
    const { wantsVideo, prefers } = media;
    this.#media = media;
    this.#sending.prefer(prefers ?? null);
    const isAudioOnly = wantsVideo === false;
    if (isAudioOnly === this.#isAudioOnly) return;
    this.#isAudioOnly = isAudioOnly;
    this.#putTracks();
  }

  #putTracks() {
    const { audio, video } = this.#tracks;
    putTracks(this.#options.opened, { audio, video: this.#isAudioOnly ? null : video });
  }

  /** Makes the offer's transceivers send too, so that this side can send now or later. */
  #sendBothKinds() {
    for (const transceiver of this.#connection.getTransceivers()) {
      transceiver.direction = 'sendrecv';
      transceiver.sender.setStreams(this.#options.localStream);
    }
  }

  #handleTrack(track: MediaStreamTrack) {
    const { changed } = this.#options.events;
    this.#stream ??= this.#options.createMediaStream();
    this.#stream.addTrack(track);
    for (const type of ['mute', 'unmute', 'ended'])
      track.addEventListener(type, changed, { signal: this.#listening.signal });
    changed();
  }

  #handleHeard() {
    this.#keeper.handleHeard();
    this.#sending.sendKeyFrame();
  }

  #handleLevel() {
    this.send({ type: 'pictureLevel', level: this.#sending.level() });
    this.#options.events.changed();
  }

  #handleState() {
    const { connectionState } = this.#connection;
    if (connectionState === 'connected') {
      if (this.#wasConnected) this.#sending.sendKeyFrame();
      else this.#sending.start();
      this.#wasConnected = true;
      this.#health.start();
    }
    this.#keeper.handleState(connectionState);
    this.#options.events.changed();
  }

  #quality(): LinkQuality {
    if (!this.#wasConnected) return 'connecting';
    // Connectivity checks may be answered on a link on which neither sound nor picture arrives.
    if (this.#isBroken() || this.#arrivals.state() === 'silent') return 'reconnecting';
    const isReduced = this.#sending.level() !== 'full' || this.#receivedLevel !== 'full';
    return isReduced || this.#health.isWeak() || this.#arrivals.state() !== 'fine' ? 'weak' : 'good';
  }

  #isBroken(): boolean {
    return this.#connection.connectionState !== 'connected' || this.#health.isSilent();
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
