/** Mesh: a direct link to the page of each other participant; the server only relays signals. */
import type { Participant, PeerMessage } from '@earth/contracts';
import type { CallPorts } from '../../ports';
import { createPageSignals, type PageSignals, type Told } from '../page-signals';
import type { CallTransport, DescriptionSeals, EngineOptions, LocalTracks, TransportEvents } from '../transport';
import {
  askForBothKinds,
  type Opened,
  openConnection,
  PeerLink,
  type PeerLinkEvents,
  putTracks,
  setIceServers,
} from './peer-link';

type MeshPorts = Pick<CallPorts, 'realtime' | 'clock' | 'createPeerConnection' | 'createMediaStream' | 'createId'>;

/**
 * How long the socket may take to answer when a link is quiet: a device that has changed its network keeps a socket that looks
 * open, over which no restart gets through.
 */
const SOCKET_PROBE_MS = 1_500;

/**
 * The pages that are there offer to a newcomer, which is busy building its screen: the server's `peerJoined` names the page
 * to offer to, and `joined` names the pages whose offers to wait for. A page that joins again offers to every page without a
 * link, because it has missed their `peerJoined`. A peer that is named again with the same session has only reconnected its
 * socket, and keeps its link; with another session it is another page, and gets another link.
 */
export const createMeshTransport = (ports: MeshPorts, options: EngineOptions): CallTransport =>
  new MeshTransport(ports, options);

class MeshTransport implements CallTransport {
  readonly #ports: MeshPorts;
  readonly #me: string;
  readonly #seals: DescriptionSeals;
  readonly #events: TransportEvents;
  readonly #session: string;
  readonly #localStream: MediaStream;
  readonly #links = new Map<string, PeerLink>();
  readonly #signals: PageSignals;
  #iceServers: Participant['iceServers'] = [];
  /**
   * A connection opened in advance for the first link, because opening and offering take longer than signalling. A page that
   * is alone prepares the offer and sets the tracks too: then `#hasOffered` is true.
   */
  #spare: Opened | null = null;
  #hasOffered = false;
  #tracks: LocalTracks = { audio: null, video: null };
  #hasJoined = false;
  #hasLeft = false;

  constructor(ports: MeshPorts, { callId, me, seals, events }: EngineOptions) {
    this.#ports = ports;
    this.#me = me;
    this.#seals = seals;
    this.#events = events;
    this.#session = ports.createId();
    this.#localStream = ports.createMediaStream();
    this.#signals = createPageSignals(ports, {
      callId,
      me,
      session: this.#session,
      events: {
        refused: () => events.refused(),
        replaced: () => events.replaced(),
        joining: () => {
          if (!this.#hasJoined) this.#spare ??= this.#openConnection();
        },
        joined: (peers, isFirst) => this.#handleJoined(peers, isFirst),
        peerJoined: (contactId, session) => this.#ensureLink(contactId, session, true),
        peerLeft: (contactId, session) => this.#handlePeerLeft(contactId, session),
        told: (from, session, told) => this.#handleTold(from, session, told),
      },
    });
  }

  join(participant: Participant) {
    this.#iceServers = participant.iceServers;
    for (const link of this.#links.values()) link.setIceServers(participant.iceServers);
    if (this.#spare) setIceServers(this.#spare.connection, participant.iceServers);
    this.#signals.join(participant);
  }

  leave() {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    for (const link of this.#links.values()) link.close();
    this.#links.clear();
    this.#spare?.connection.close();
    this.#spare = null;
    this.#signals.leave();
  }

  setTracks(tracks: LocalTracks) {
    this.#tracks = tracks;
    for (const link of this.#links.values()) link.setTracks(tracks);
    if (this.#spare) putTracks(this.#spare, tracks);
  }

  send(message: PeerMessage, to?: string) {
    if (to !== undefined) this.#links.get(to)?.send(message);
    else for (const link of this.#links.values()) link.send(message);
  }

  drop(contactId: string) {
    const link = this.#links.get(contactId);
    if (link) this.#closeLink(link, false);
  }

  /** What each receives is fitted to their line by the sender, who has no smaller picture to choose. */
  setPictureSize() {}

  mediaServer() {
    return 'none' as const;
  }

  peers() {
    return [...this.#links.values()].map((link) => link.peer());
  }

  #handleJoined(peers: readonly { readonly contactUniqueId: string; readonly session: string }[], isFirst: boolean) {
    this.#hasJoined = true;
    for (const { contactUniqueId, session } of peers) this.#ensureLink(contactUniqueId, session, !isFirst);
    if (isFirst && peers.length === 0) this.#prepareOffer();
    this.#events.connected();
  }

  #handlePeerLeft(contactId: string, session: string) {
    const link = this.#links.get(contactId);
    if (link?.session === session) this.#closeLink(link, false);
  }

  #handleTold(from: string, session: string, { description, candidate, restart, mediaKey }: Told) {
    // A page that still tries the media server, which this one has given up.
    if (mediaKey) this.#signals.tell(from, session, { engine: 'mesh' });
    // An offer may come from a peer whose `peerJoined` was missed. The server relays only signals of pages that have joined.
    const isUnknown = !this.#links.has(from) && description?.type === 'offer';
    const link = isUnknown ? this.#openLink(from, session, false) : this.#links.get(from);
    if (link?.session !== session) return;
    link.handleSignal({
      ...(description && { description }),
      ...(candidate && { candidate }),
      ...(restart && { restart }),
    });
    if (isUnknown) this.#events.peerJoined(from);
  }

  /** Opens a link to a page. An existing link to the same page is kept, and retried at once if it is broken. */
  #ensureLink(contactId: string, session: string, isOfferer: boolean) {
    const link = this.#links.get(contactId);
    if (link?.session === session) link.retryNow();
    else this.#openLink(contactId, session, isOfferer);
    this.#events.peerJoined(contactId);
  }

  #openLink(contactId: string, session: string, isOfferer: boolean): PeerLink {
    this.#links.get(contactId)?.close();
    const { clock, createMediaStream } = this.#ports;
    const opened = isOfferer ? this.#openOffering() : this.#openAnswering();
    const there = { from: this.#me, to: contactId, session: this.#session, toSession: session };
    const back = { from: contactId, to: this.#me, session, toSession: this.#session };
    const link = new PeerLink({
      contactId,
      session,
      isOfferer,
      isPolite: this.#session < session,
      opened,
      tracks: this.#tracks,
      localStream: this.#localStream,
      clock,
      createMediaStream,
      signal: (signal) => this.#signals.tell(contactId, session, signal),
      seal: (description) => this.#seals.seal(description, there),
      check: (description) => this.#seals.check(description, back),
      events: this.#eventsOf(contactId, session),
    });
    this.#links.set(contactId, link);
    return link;
  }

  #prepareOffer() {
    if (!this.#spare) return;
    askForBothKinds(this.#spare, this.#localStream);
    this.#hasOffered = true;
    // If this fails, the offer is made when a peer joins.
    this.#spare.connection.setLocalDescription().catch(() => {});
    putTracks(this.#spare, this.#tracks);
  }

  #openOffering(): Opened {
    const opened = this.#claimSpare() ?? this.#openConnection();
    if (!this.#hasOffered) askForBothKinds(opened, this.#localStream);
    this.#hasOffered = false;
    return opened;
  }

  #openAnswering(): Opened {
    // This side answers, so a spare connection with a prepared offer is kept for the next link.
    return (this.#hasOffered ? null : this.#claimSpare()) ?? this.#openConnection();
  }

  #claimSpare(): Opened | null {
    const spare = this.#spare;
    this.#spare = null;
    return spare;
  }

  #openConnection(): Opened {
    const { createPeerConnection } = this.#ports;
    return openConnection({ iceServers: this.#iceServers, createPeerConnection });
  }

  #eventsOf(contactId: string, session: string): PeerLinkEvents {
    return {
      changed: () => this.#events.changed(),
      quiet: () => this.#ports.realtime.probe(SOCKET_PROBE_MS),
      reachable: () => this.#events.reachable(contactId, false),
      message: (message) => this.#events.message(contactId, message),
      lost: () => {
        const link = this.#links.get(contactId);
        if (link) this.#closeLink(link, true);
      },
      firstGlare: (signal) => {
        // The peer may have reloaded, or the user left, while the description was checked.
        if (this.#links.get(contactId)?.session === session)
          this.#openLink(contactId, session, false).handleSignal(signal);
      },
    };
  }

  #closeLink(link: PeerLink, isLost: boolean) {
    const peer = link.peer();
    link.close();
    this.#links.delete(link.contactId);
    this.#events.peerLeft(peer, isLost);
  }
}
