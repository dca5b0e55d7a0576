/** The room as a mesh: a link to each other page in it, and the server only to pass signals on. */
import type { Participant, PeerMessage, ServerFrame } from '@earth/contracts';
import type { CallPorts, Unsubscribe } from '../ports';
import type { LocalTracks, RoomEvents, RoomTransport } from '../room-transport';
import { PeerLink, type PeerLinkEvents } from './peer-link';

type MeshPorts = Pick<CallPorts, 'realtime' | 'clock' | 'createPeerConnection' | 'createMediaStream' | 'createId'>;

export interface MeshOptions {
  readonly callId: string;
  /** One's own contact id. */
  readonly me: string;
  readonly events: RoomEvents;
}

type Frame<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

/**
 * The newcomer offers: the server's `joined` names whom to offer to, and `peerJoined` whose offer to wait for. A peer
 * that is named again with the same session has only had its socket renewed, and keeps its link; with another session it
 * is another page, and gets another link.
 */
export const createMeshTransport = (ports: MeshPorts, options: MeshOptions): RoomTransport =>
  new MeshTransport(ports, options);

class MeshTransport implements RoomTransport {
  readonly #ports: MeshPorts;
  readonly #callId: string;
  readonly #me: string;
  readonly #events: RoomEvents;
  readonly #session: string;
  readonly #localStream: MediaStream;
  readonly #links = new Map<string, PeerLink>();
  readonly #stopListening: readonly Unsubscribe[];
  #participant: Participant | null = null;
  #tracks: LocalTracks = { audio: null, video: null };
  #isWaitingToJoin = false;
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
    // Who was replaced has nothing to leave: the page that took the place is in it.
    if (!this.#isReplaced) this.#ports.realtime.send({ type: 'leave', callUniqueId: this.#callId });
  }

  setTracks(tracks: LocalTracks) {
    this.#tracks = tracks;
    for (const link of this.#links.values()) link.setTracks(tracks);
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
      if (contactUniqueId !== this.#me) this.#meet(contactUniqueId, session, true);
    this.#events.connected();
  }

  #takePeerJoined({ contactUniqueId, session }: Frame<'peerJoined'>) {
    if (contactUniqueId !== this.#me) this.#meet(contactUniqueId, session, false);
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
    const { clock, createPeerConnection, createMediaStream, realtime } = this.#ports;
    const to = { callUniqueId: this.#callId, to: contactId, session: this.#session, toSession: session };
    const link = new PeerLink({
      contactId,
      session,
      isOfferer,
      isPolite: this.#session < session,
      iceServers: this.#participant?.iceServers ?? [],
      tracks: this.#tracks,
      localStream: this.#localStream,
      clock,
      createPeerConnection,
      createMediaStream,
      signal: (signal) => realtime.send({ type: 'signal', ...to, ...signal }),
      events: this.#eventsOf(contactId, session),
    });
    this.#links.set(contactId, link);
    return link;
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
