/**
 * What goes on in one call while this page is in its room: links, chat, snapshots and the screen, put together. It tells
 * the statechart what happens, and asks the server again after each connection, so that nothing depends on an event.
 */
import { type CallTarget, isController, type Participant, type PeerMessage, type ServerFrame } from '@earth/contracts';
import { watchAbsentees } from './absentees';
import { failureOf, isCallGone } from './api-failure';
import type { CallEvent, Entered } from './call-vocabulary';
import { Chat } from './chat';
import { coalesce } from './coalesce';
import { Drawings } from './drawing/drawings';
import { createMeshTransport } from './mesh/mesh-transport';
import { createOutbox } from './outbox';
import type { CallPorts, Recipient } from './ports';
import type { LocalTracks, Peer, RoomTransport } from './room-transport';
import { findTarget, isPresent, others, wasInside } from './roster';
import { ScreenMode } from './screen-mode';
import { Snapshots } from './snapshots';

export interface CallRoomOptions extends Entered {
  readonly isResumed: boolean;
  /** Everybody of the call, as the statechart knows them. */
  readonly targets: () => readonly CallTarget[];
  readonly dispatch: (event: CallEvent) => void;
  readonly onChange: () => void;
}

/** What a peer is told of one's sound and picture. */
export interface MediaState {
  readonly audio: boolean;
  readonly video: boolean;
}

type Push = Extract<ServerFrame, { type: 'push' }>;

/** The first picture comes first: what the server may be asked later waits for so long. */
export const SETTLE_MS = 500;

export class CallRoom {
  readonly chat: Chat;
  readonly snapshots: Snapshots;
  readonly screen: ScreenMode;
  readonly drawings: Drawings;
  readonly #ports: CallPorts;
  readonly #options: CallRoomOptions;
  readonly #callId: string;
  readonly #me: string;
  readonly #transport: RoomTransport;
  readonly #outboxes: readonly ReturnType<typeof createOutbox>[];
  /** Goes on when the call is over: the last strokes are to be stored. */
  readonly #drawingStore: ReturnType<typeof createOutbox>;
  readonly #absentees: ReturnType<typeof watchAbsentees>;
  readonly #mediaStates = new Map<string, MediaState>();
  #localState: MediaState = { audio: true, video: true };
  #settling: unknown = null;
  #hasConnected = false;
  #hasClosed = false;

  constructor(ports: CallPorts, options: CallRoomOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#callId = options.call.uniqueId;
    this.#me = ports.me.uniqueId;
    const [messages, uploads, downloads] = [createOutbox(ports), createOutbox(ports), createOutbox(ports)];
    const [fileUploads, fileDownloads] = [createOutbox(ports), createOutbox(ports)];
    this.#drawingStore = createOutbox(ports);
    this.#outboxes = [messages, uploads, downloads, fileUploads, fileDownloads];
    this.#absentees = watchAbsentees(ports.clock, (contactId) =>
      options.dispatch({ type: 'peerLeft', contactId, isLost: true }),
    );
    const common = {
      callId: this.#callId,
      recipients: () => this.#freshRecipients(),
      isResumed: options.isResumed,
      onChange: options.onChange,
    };
    this.chat = new Chat(ports, {
      ...common,
      outbox: messages,
      uploads: fileUploads,
      downloads: fileDownloads,
      knownRecipients: () => this.#recipients(options.targets()),
      nameOf: (contactId) => findTarget(options.targets(), contactId)?.contact.name ?? '',
      broadcast: (message) => this.#transport.send(message),
    });
    this.snapshots = new Snapshots(ports, {
      ...common,
      onChange: () => {
        this.drawings.notePics();
        options.onChange();
      },
      uploads,
      downloads,
      onStored: (provisionalId, pic) => {
        this.#transport.send({ type: 'pic', pics: this.snapshots.storedPics() });
        this.screen.rename(provisionalId, pic.uniqueId);
      },
      onRemoved: (picId) => {
        this.drawings.forget(picId);
        this.screen.remove(picId);
      },
    });
    this.screen = new ScreenMode({
      isController: isController(ports.me.role.code),
      isControllerAt: (contactId) => this.#isControllerAt(contactId),
      send: (message, to) => this.#transport.send(message, to),
      isStored: (picId) => this.snapshots.isStored(picId),
      onSelected: (picId) => this.#lookFor(picId),
      onChange: () => {
        this.drawings.select(this.screen.selectedPicId);
        options.onChange();
      },
    });
    this.drawings = new Drawings(ports, {
      callId: this.#callId,
      outbox: this.#drawingStore,
      recipients: async () => this.#recipients(await this.#askTargets(), wasInside),
      isStored: (picId) => this.snapshots.isStored(picId),
      mayDraw: (contactId) => ports.settings.fieldUsersDraw || this.#isControllerAt(contactId),
      colorOf: (contactId) => findTarget(options.targets(), contactId)?.annotationsColor ?? '',
      send: (message, to) => this.#transport.send(message, to),
    });
    this.#transport = this.#createTransport();
  }

  enter(tracks: LocalTracks, state: MediaState) {
    this.#localState = state;
    this.#transport.setTracks(tracks);
    this.#transport.join(this.#options.participant);
  }

  setLocal(tracks: LocalTracks, state: MediaState) {
    this.#transport.setTracks(tracks);
    if (state.audio === this.#localState.audio && state.video === this.#localState.video) return;
    this.#localState = state;
    this.#transport.send({ type: 'media', ...state });
  }

  peers(): readonly Peer[] {
    return this.#transport.peers().map((peer) => {
      const state = this.#mediaStates.get(peer.contactId);
      return state ? { ...peer, hasAudio: state.audio, hasVideo: state.video } : peer;
    });
  }

  /** The statechart's list of people has changed. */
  noticeTargets() {
    if (this.#hasClosed) return;
    const linked = new Set(this.#transport.peers().map(({ contactId }) => contactId));
    const joined = others(this.#options.targets(), this.#me).filter(({ state }) => state === 'joined');
    this.#absentees.update(joined.map(({ contact }) => contact.uniqueId).filter((id) => !linked.has(id)));
  }

  takePush({ messageType, messageContent }: Push) {
    if (messageType === 'CallMessage' && messageContent.callMessage.callUniqueId === this.#callId)
      void this.chat.take(messageContent.callMessage);
    if (messageType === 'CallPic' && messageContent.callPic.callUniqueId === this.#callId)
      this.snapshots.take(messageContent.callPic);
    if (messageType === 'CallPicDeleted' && messageContent.callUniqueId === this.#callId)
      this.snapshots.remove(messageContent.picUniqueId);
  }

  /** Leaves the room. What was said and taken can still be seen. */
  close() {
    if (this.#hasClosed) return;
    this.#hasClosed = true;
    this.drawings.close();
    this.#transport.leave();
    this.#absentees.stop();
    this.#ports.clock.clearTimeout(this.#settling);
    for (const outbox of this.#outboxes) outbox.stop();
  }

  discard() {
    this.close();
    this.#drawingStore.stop();
    this.chat.discard();
    this.snapshots.discard();
  }

  #createTransport(): RoomTransport {
    const { dispatch, onChange } = this.#options;
    return createMeshTransport(this.#ports, {
      callId: this.#callId,
      me: this.#me,
      events: {
        connected: () => {
          dispatch({ type: 'roomConnected' });
          this.#takeConnected();
        },
        peerJoined: (contactId) => {
          dispatch({ type: 'peerJoined', contactId });
          if (findTarget(this.#options.targets(), contactId)) this.#askSoon();
          else this.#refreshParticipants().catch(() => {});
        },
        peerLeft: (contactId, isLost) => {
          dispatch({ type: 'peerLeft', contactId, isLost });
          onChange();
        },
        reachable: (contactId) => this.#introduce(contactId),
        message: (from, message) => this.#takeMessage(from, message),
        changed: () => {
          this.noticeTargets();
          onChange();
        },
        refused: () => void this.#enterAgain(),
        replaced: () => dispatch({ type: 'moved' }),
      },
    });
  }

  /** Who has just made or joined a call knows what there is to know: the rest can wait a moment. */
  #takeConnected() {
    const knowsEnough = !this.#hasConnected && !this.#options.isResumed;
    this.#hasConnected = true;
    if (knowsEnough) this.#askSoon();
    else this.#askAgain();
  }

  #askSoon() {
    this.#settling ??= this.#ports.clock.setTimeout(() => {
      this.#settling = null;
      this.#askAgain();
    }, SETTLE_MS);
  }

  /** After each connection. What cannot be asked now is asked after the next. */
  #askAgain() {
    for (const ask of [this.#refreshParticipants, this.chat.refresh, this.snapshots.refresh]) ask().catch(() => {});
  }

  /** The server's word on who is in the call; a link to somebody who is not, is dropped. */
  readonly #refreshParticipants = coalesce(async () => {
    const linked = this.#transport.peers().map(({ contactId }) => contactId);
    const targets = await this.#askParticipants();
    if (this.#hasClosed) return;
    this.#options.dispatch({ type: 'participants', targets });
    for (const contactId of linked)
      if (findTarget(targets, contactId)?.state !== 'joined') this.#transport.drop(contactId);
    if (findTarget(targets, this.#me)?.state !== 'joined') await this.#enterAgain();
  });

  async #askParticipants(): Promise<readonly CallTarget[]> {
    try {
      return await this.#ports.api.listParticipants({ id: this.#callId });
    } catch (error) {
      if (isCallGone(failureOf(error)) && !this.#hasClosed) this.#options.dispatch({ type: 'ended' });
      throw error;
    }
  }

  /** The server does not count us in any more, or the room's token is too old: in again, with a new one. */
  async #enterAgain() {
    try {
      const participant: Participant = await this.#ports.api.joinCall({ id: this.#callId });
      if (this.#hasClosed) return;
      this.#options.dispatch({ type: 'participants', targets: participant.callTargets });
      this.#transport.join(participant);
    } catch (error) {
      const failure = failureOf(error);
      if (!this.#hasClosed && (isCallGone(failure) || failure.code === 403)) this.#options.dispatch({ type: 'ended' });
    }
  }

  /** What somebody is told first. */
  #introduce(contactId: string) {
    const { uniqueId, publicKey } = this.#ports.me;
    this.#transport.send({ type: 'participant', contact: { uniqueId, publicKey } }, contactId);
    this.#transport.send({ type: 'media', ...this.#localState }, contactId);
    this.#transport.send({ type: 'pic', pics: this.snapshots.storedPics() }, contactId);
    this.screen.meet(contactId);
    this.drawings.meet(contactId);
  }

  #takeMessage(from: string, message: PeerMessage) {
    switch (message.type) {
      case 'participant':
        return this.#meetParticipant(from, message.contact);
      case 'msg':
        return this.chat.takeSooner(from, message);
      case 'pic':
        return this.snapshots.takeHint(message.pics);
      case 'media':
        this.#mediaStates.set(from, { audio: message.audio, video: message.video });
        return this.#options.onChange();
      case 'update_video_screen_state':
      case 'onPicSelected':
      case 'askSelectedPic':
        return this.screen.take(from, message);
      case 'drawing':
      case 'askDrawing':
      case 'laser':
        return this.drawings.take(from, message);
    }
  }

  /**
   * A peer's own word on who they are is never taken: the signalling says who speaks, and the server which key is
   * theirs. A word that does not fit is a reason to ask the server again, and no more.
   */
  #meetParticipant(from: string, { uniqueId, publicKey }: Recipient) {
    const known = findTarget(this.#options.targets(), from)?.contact;
    if (known?.uniqueId !== uniqueId || known.publicKey !== publicKey) this.#refreshParticipants().catch(() => {});
  }

  #isControllerAt(contactId: string) {
    const target = findTarget(this.#options.targets(), contactId);
    return target !== undefined && isController(target.contact.role.code);
  }

  #lookFor(picId: string) {
    if (this.snapshots.list().every(({ pic }) => pic.uniqueId !== picId)) this.snapshots.refresh().catch(() => {});
  }

  /** Those in the call and those who still ring, by the server's newest word, and oneself. */
  async #freshRecipients() {
    return this.#recipients(await this.#askTargets());
  }

  #askTargets(): Promise<readonly CallTarget[]> {
    return this.#ports.api.listParticipants({ id: this.#callId });
  }

  #recipients(targets: readonly CallTarget[], isOne = isPresent): readonly Recipient[] {
    const { uniqueId, publicKey } = this.#ports.me;
    const present = others(targets, this.#me).filter(isOne);
    return [{ uniqueId, publicKey }, ...present.map(({ contact }) => contact)];
  }
}
