/** The room as a mesh: a link to each other page in it, and the server only to pass signals on. */
import type { Participant, PeerMessage, ServerFrame } from '@earth/contracts';
import type { CallPorts, Unsubscribe } from '../../ports';
import type { LocalTracks, TransportEvents, CallTransport } from '../transport';
import { askForBothKinds, type Opened, openConnection, PeerLink, type PeerLinkEvents, putTracks } from './peer-link';

type MeshPorts = Pick<CallPorts, 'realtime' | 'clock' | 'createPeerConnection' | 'createMediaStream' | 'createId'>;

export interface MeshOptions {
  readonly callId: string;
  /** One's own contact id. */
  readonly me: string;
  readonly events: TransportEvents;
}

type Frame<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

/**
 * Who is there offers to the newcomer, who has a screen to build at that moment: the server's `peerJoined` names whom to
 * offer to, and `joined` whose offer to wait for. Who enters again offers to whomever it has not met: the news of them was
 * missed. A peer that is named again with the same session has only had its socket renewed, and keeps its link; with
 * another session it is another page, and gets another link.
 */
export const createMeshTransport = (ports: MeshPorts, options: MeshOptions): CallTransport =>
  new MeshTransport(ports, options);

class MeshTransport implements CallTransport {
  readonly #ports: MeshPorts;
  readonly #callId: string;
  readonly #me: string;
  readonly #events: TransportEvents;
  readonly #session: string;
  readonly #localStream: MediaStream;
  readonly #links = new Map<string, PeerLink>();
  readonly #stopListening: readonly Unsubscribe[];
  #participant: Participant | null = null;
  /**
   * For the first link, made before there is anybody: opening a connection, and offering, takes longer than saying so.
   * Who is alone in the room has the offer made and the tracks put in too, and so `hasOffered`.
   */
  #spare: Opened | null = null;
  #hasOffered = false;
  #tracks: LocalTracks = { audio: null, video: null };
  #isWaitingToJoin = false;
  #hasJoined = false;
  #isReplaced = false;
  #hasLeft = false;

  constructor(ports: MeshPorts, { callId, me, events }: MeshOptions) {
    this.#ports = ports;
    this.#callId = callId;
    this.#me = me;
    this.#events = events;
    this.#session = ports.createId();
    this.#localStream = ports.createMediaStream();
    this.#stopListening = [
      ports.realtime.onFrame((frame) => this.#takeFrame(frame)),
      ports.realtime.onOpen(() => this.#sendJoin()),
    ];
  }

  join(participant: Participant) {
    this.#participant = participant;
    this.#sendJoin();
  }

  leave() {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    for (const stop of this.#stopListening) stop();
    for (const link of this.#links.values()) link.close();
    this.#links.clear();
    this.#spare?.connection.close();
    this.#spare = null;
    // Who was replaced has nothing to leave: the page that took the place is in it.
    if (!this.#isReplaced) this.#ports.realtime.send({ type: 'leave', callUniqueId: this.#callId });
  }

  setTracks(tracks: LocalTracks) {
    this.#tracks = tracks;
    for (const link of this.#links.values()) link.setTracks(tracks);
    if (this.#spare) putTracks(this.#spare.connection, tracks);
  }

  send(message: PeerMessage, to?: string) {
    if (to !== undefined) this.#links.get(to)?.send(message);
    else for (const link of this.#links.values()) link.send(message);
  }

  drop(contactId: string) {
    const link = this.#links.get(contactId);
    if (link) this.#closeLink(link, false);
  }

  peers() {
    return [...this.#links.values()].map((link) => link.peer());
  }

  #sendJoin() {
    if (!this.#participant) return;
    this.#isWaitingToJoin = true;
    this.#ports.realtime.send({ type: 'join', token: this.#participant.token, session: this.#session });
    if (!this.#hasJoined) this.#spare ??= this.#openConnection();
  }

  #takeFrame(frame: ServerFrame) {
    if (frame.type === 'error') return this.#takeError(frame);
    if (!this.#participant || !('callUniqueId' in frame) || frame.callUniqueId !== this.#callId) return;
    switch (frame.type) {
      case 'joined':
        return this.#takeJoined(frame);
      case 'peerJoined':
        return this.#takePeerJoined(frame);
      case 'peerLeft':
        return this.#takePeerLeft(frame);
      case 'signal':
        return this.#takeSignal(frame);
    }
  }

  /** An error does not say what it answers; while one waits to be let in, these two can only mean the token. */
  #takeError({ error }: Frame<'error'>) {
    if (!this.#isWaitingToJoin || (error !== 'tokenExpired' && error !== 'notAllowed')) return;
    this.#isWaitingToJoin = false;
    this.#events.refused();
  }

  #takeJoined({ peers }: Frame<'joined'>) {
    this.#isWaitingToJoin = false;
    for (const { contactUniqueId, session } of peers)
      if (contactUniqueId !== this.#me) this.#meet(contactUniqueId, session, this.#hasJoined);
    if (!this.#hasJoined && peers.length === 0) this.#prepareOffer();
    this.#hasJoined = true;
    this.#events.connected();
  }

  #takePeerJoined({ contactUniqueId, session }: Frame<'peerJoined'>) {
    if (contactUniqueId !== this.#me) this.#meet(contactUniqueId, session, true);
    else if (session !== this.#session) this.#takeReplaced();
  }

  #takePeerLeft({ contactUniqueId, session }: Frame<'peerLeft'>) {
    if (contactUniqueId === this.#me && session === this.#session) return this.#takeReplaced();
    const link = this.#links.get(contactUniqueId);
    if (link?.session === session) this.#closeLink(link, false);
  }

  #takeReplaced() {
    this.#isReplaced = true;
    this.#events.replaced();
  }

  #takeSignal({ from, session, toSession, description, candidate }: Frame<'signal'>) {
    if (toSession !== this.#session || from === this.#me) return;
    // An offer may come from somebody whose joining was not heard here; the server vouches that they are in the room.
    const isUnheard = !this.#links.has(from) && description?.type === 'offer';
    const link = isUnheard ? this.#openLink(from, session, false) : this.#links.get(from);
    if (link?.session !== session) return;
    link.take({ ...(description && { description }), ...(candidate && { candidate }) });
    if (isUnheard) this.#events.peerJoined(from);
  }

  /** The same page keeps its link, and is tried at once where that is broken. */
  #meet(contactId: string, session: string, isOfferer: boolean) {
    const link = this.#links.get(contactId);
    if (link?.session === session) link.retryNow();
    else this.#openLink(contactId, session, isOfferer);
    this.#events.peerJoined(contactId);
  }

  #openLink(contactId: string, session: string, isOfferer: boolean): PeerLink {
    this.#links.get(contactId)?.close();
    const { clock, createMediaStream, realtime } = this.#ports;
    const opened = isOfferer ? this.#openOffering() : this.#openAnswering();
    const to = { callUniqueId: this.#callId, to: contactId, session: this.#session, toSession: session };
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
      signal: (signal) => realtime.send({ type: 'signal', ...to, ...signal }),
      events: this.#eventsOf(contactId, session),
    });
    this.#links.set(contactId, link);
    return link;
  }

  #prepareOffer() {
    if (!this.#spare) return;
    askForBothKinds(this.#spare, this.#localStream);
    this.#hasOffered = true;
    // What cannot be offered now is offered when somebody is there.
    this.#spare.connection.setLocalDescription().catch(() => {});
    putTracks(this.#spare.connection, this.#tracks);
  }

  #openOffering(): Opened {
    const opened = this.#takeSpare() ?? this.#openConnection();
    if (!this.#hasOffered) askForBothKinds(opened, this.#localStream);
    this.#hasOffered = false;
    return opened;
  }

  #openAnswering(): Opened {
    // Somebody whose coming was not heard offers: an offer of one's own is for the next.
    return (this.#hasOffered ? null : this.#takeSpare()) ?? this.#openConnection();
  }

  #takeSpare(): Opened | null {
    const spare = this.#spare;
    this.#spare = null;
    return spare;
  }

  #openConnection(): Opened {
    const { createPeerConnection } = this.#ports;
    return openConnection({ iceServers: this.#participant?.iceServers ?? [], createPeerConnection });
  }

  #eventsOf(contactId: string, session: string): PeerLinkEvents {
    return {
      changed: () => this.#events.changed(),
      reachable: () => this.#events.reachable(contactId),
      message: (message) => this.#events.message(contactId, message),
      lost: () => {
        const link = this.#links.get(contactId);
        if (link) this.#closeLink(link, true);
      },
      firstGlare: (signal) => this.#openLink(contactId, session, false).take(signal),
    };
  }

  #closeLink(link: PeerLink, isLost: boolean) {
    link.close();
    this.#links.delete(link.contactId);
    this.#events.peerLeft(link.contactId, isLost);
  }
}
