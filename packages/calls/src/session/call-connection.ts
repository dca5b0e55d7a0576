/**
 * What goes on in one call while this page is in its room: links, chat, snapshots and the screen, put together. It tells
 * the statechart what happens, and asks the server again after each connection, so that nothing depends on an event.
 */
import type { CallTarget, Participant, ServerFrame } from '@earth/contracts';
import { watchMissingPeers } from './missing-peers';
import { failureOf, isCallGone } from '../api-failure';
import { createAuthorOf } from './author';
import type { CallEvent, Entered } from '../machine/call-machine-types';
import { Chat } from '../messages/chat';
import { coalesce } from '../async/coalesce';
import { createRoomDrawings } from '../drawing/room-drawings';
import { RefreshRequests } from './refresh-requests';
import { LateKeys, type LateKeysOptions } from '../messages/late-keys';
import { LivePictures, type LivePicturesOptions } from '../camera/live-pictures';
import { type MediaState, MediaStates } from '../media/media-states';
import { createMeshTransport } from '../transport/mesh/mesh-transport';
import { handlePeerMessage, type PeerHandlers } from '../transport/peer-handlers';
import type { Outbox } from '../messages/outbox';
import type { CallPorts } from '../ports';
import { type LocalTracks, type Peer, type CallTransport, videoOf } from '../transport/transport';
import { CallOutboxes } from './outboxes';
import { absentIn, findTarget, isPresent, joinedOthers, recipientsOf, rolesIn, wasInside } from './roster';
import { ScreenMode, type ScreenModeOptions } from '../media/screen-mode';
import { Snapshots } from '../snapshots/snapshots';
import { UnsentKeeper } from '../messages/unsent';

export interface CallConnectionOptions
  extends Entered,
    Pick<LivePicturesOptions, 'camera' | 'cameraAnswers' | 'onAnswer' | 'onCommand' | 'onPoint'>,
    Pick<ScreenModeOptions, 'shownBefore' | 'onShown'> {
  readonly isResumed: boolean;
  /** Outlives the call: what was drawn in it is stored. */
  readonly drawingsOutbox: Outbox;
  /** Everybody of the call, as the statechart knows them. */
  readonly targets: () => readonly CallTarget[];
  readonly dispatch: (event: CallEvent) => void;
  readonly onChange: () => void;
}

/** The first picture comes first: what the server may be asked later waits for so long. */
export const SETTLE_MS = 1000;

export class CallConnection {
  readonly callId: string;
  readonly chat: Chat;
  readonly snapshots: Snapshots;
  readonly screen: ScreenMode;
  readonly drawings: ReturnType<typeof createRoomDrawings>;
  readonly live: LivePictures;
  readonly #ports: CallPorts;
  readonly #options: CallConnectionOptions;
  readonly #me: string;
  readonly #transport: CallTransport;
  readonly #outboxes: CallOutboxes;
  readonly #keys: LateKeys;
  readonly #refreshRequests: RefreshRequests;
  readonly #reachable = new Set<string>();
  readonly #missingPeers: ReturnType<typeof watchMissingPeers>;
  readonly #mediaStates = new MediaStates();
  #localTracks: LocalTracks = { audio: null, video: null };
  #localState: MediaState = { audio: true, video: true, screen: false };
  #settling: unknown = null;
  #hasConnected = false;
  #hasClosed = false;
  /** As they were when it was left: since then the statechart may know another call's. */
  #lastTargets: readonly CallTarget[] = [];
  #onGone: (() => void) | null = null;

  constructor(ports: CallPorts, options: CallConnectionOptions) {
    this.#ports = ports;
    this.#options = options;
    this.callId = options.call.uniqueId;
    this.#me = ports.me.uniqueId;
    this.#outboxes = new CallOutboxes(ports, () => this.#goIfDone());
    this.#missingPeers = watchMissingPeers(ports.clock, (contactId) =>
      options.dispatch({ type: 'peerLeft', contactId, isLost: true }),
    );
    const common = {
      callId: this.callId,
      unsent: new UnsentKeeper(ports, {
        recipients: () => this.#freshRecipients(),
        knownRecipients: () => recipientsOf(ports.me, this.#targets(), wasInside),
      }),
      isResumed: options.isResumed,
      authorOf: createAuthorOf(ports, this.callId, this.#targets),
      onChange: () => {
        this.screen.notice();
        options.onChange();
        this.#keys.notice();
        this.drawings.notice(this.screen.selectedPicId);
        this.#goIfDone();
      },
    };
    this.#keys = this.#createKeys(common);
    this.chat = new Chat(ports, {
      ...common,
      outbox: this.#outboxes.messages,
      uploads: this.#outboxes.files,
      downloads: this.#outboxes.fileDownloads,
      knownRecipients: () => recipientsOf(ports.me, options.targets()),
      nameOf: (contactId) => findTarget(options.targets(), contactId)?.contact.name ?? '',
      broadcast: (message) => this.#transport.send(message),
    });
    this.snapshots = new Snapshots(ports, {
      ...common,
      uploads: this.#outboxes.pics,
      downloads: this.#outboxes.downloads,
      onStored: (provisionalId, pic) => {
        if (pic.contactUniqueId === this.#me) this.#transport.send({ type: 'pic', pics: this.snapshots.storedPics() });
        this.drawings.rename(provisionalId, pic.uniqueId);
        this.screen.rename(provisionalId, pic.uniqueId);
        this.live.asks.handleStored(provisionalId);
      },
      onNotStored: (provisionalId) => this.live.asks.handleNotStored(provisionalId),
      onRemoved: (picId) => this.screen.remove(picId),
      onPreview: (provisionalId, small) => this.live.previews.tell(provisionalId, small),
    });
    this.live = new LivePictures(ports, {
      ...options,
      authorOf: common.authorOf,
      ...rolesIn(ports.me, options.targets),
      isIn: (contactId) => findTarget(options.targets(), contactId)?.state === 'joined',
      peers: () => this.#transport.peers().map(({ contactId }) => contactId),
      send: (message, to) => this.#transport.send(message, to),
      snapshots: this.snapshots,
      seenOf: (contactId) => videoOf(this.#transport.peers(), contactId),
      select: (picId) => this.screen.select(picId),
      ownTrack: () => this.#localTracks.video,
    });
    this.screen = new ScreenMode({
      ...options,
      ...rolesIn(ports.me, options.targets),
      send: (message, to) => this.#transport.send(message, to),
      pictures: this.snapshots,
      onUnknown: () => this.#refreshRequests.askForPics(),
      onChange: common.onChange,
    });
    this.drawings = createRoomDrawings(ports, {
      ...options,
      ...common,
      outbox: options.drawingsOutbox,
      pictures: this.snapshots,
      onUnreadable: () => this.#keys.notice(),
      send: (message, to) => this.#transport.send(message, to),
    });
    this.#refreshRequests = new RefreshRequests(ports.clock, {
      ...options,
      pictures: this.snapshots,
      people: this.#refreshParticipants,
    });
    this.#transport = this.#createTransport();
  }

  enter(tracks: LocalTracks, state: MediaState) {
    this.#localState = state;
    this.#localTracks = tracks;
    this.#transport.setTracks(tracks);
    this.#transport.join(this.#options.participant);
  }

  setLocal(tracks: LocalTracks, state: MediaState) {
    this.#localTracks = tracks;
    this.#transport.setTracks(tracks);
    this.live.cameras.announce();
    const { audio, video, screen } = this.#localState;
    if (state.audio === audio && state.video === video && state.screen === screen) return;
    this.#localState = state;
    this.#transport.send({ type: 'media', ...state });
  }

  peers(): readonly Peer[] {
    return this.#transport.peers().map((peer) => this.#mediaStates.of(peer));
  }

  sharesScreen(contactId: string): boolean {
    return this.#mediaStates.sharesScreen(contactId);
  }

  /** The statechart's list of people has changed. */
  noticeTargets() {
    if (this.#hasClosed) return;
    this.#missingPeers.update(absentIn(this.#options.targets(), this.#me, this.#transport.peers()));
    // Whoever held the keys may have been lost without a link: nobody is left to be asked then.
    this.#keys.notice();
  }

  takePush({ messageType, messageContent }: Extract<ServerFrame, { type: 'push' }>) {
    if (messageType === 'CallMessage' && messageContent.callMessage.callUniqueId === this.callId)
      void this.chat.take(messageContent.callMessage);
    if (messageType === 'CallPic' && messageContent.callPic.callUniqueId === this.callId)
      this.snapshots.take(messageContent.callPic);
    if (messageType === 'CallPicDeleted' && messageContent.callUniqueId === this.callId)
      this.snapshots.remove(messageContent.picUniqueId);
    if (messageType === 'TargetsChanged' && messageContent.callUniqueId === this.callId)
      this.#refreshParticipants().catch(() => {});
    if (messageType === 'CallKeys' && messageContent.callUniqueId === this.callId) this.#keys.handleGiven();
  }

  /** The server's word on who is in the call, or is called into it. */
  takeTargets(targets: readonly CallTarget[]) {
    if (!this.#hasClosed) this.#options.dispatch({ type: 'participants', targets });
  }

  /** What the server has of messages, snapshots and notes is asked again. */
  refresh() {
    for (const ask of [this.chat.refresh, this.snapshots.refresh, this.#keys.notes.refresh]) ask().catch(() => {});
  }

  /** Leaves the room. What was said and taken can still be seen, and goes on being stored. */
  close() {
    if (this.#hasClosed) return;
    this.#lastTargets = this.#options.targets();
    this.#hasClosed = true;
    this.drawings.close();
    this.#transport.leave();
    this.#missingPeers.stop();
    this.#keys.stop();
    for (const part of [this.chat, this.snapshots]) part.giveUp();
    this.#refreshRequests.stop();
    this.live.stop();
    this.#ports.clock.clearTimeout(this.#settling);
    this.#outboxes.keys.stop();
  }

  /** Nothing of it is shown any more. What is on its way to the server goes on, until that has it or refuses it. */
  letGo(onGone: () => void) {
    this.close();
    this.#outboxes.stopFetching();
    this.#onGone = onGone;
    this.#goIfDone();
  }

  /** Nothing more is stored. */
  discard() {
    this.close();
    this.#outboxes.stop();
    for (const part of [this.drawings, this.chat, this.snapshots]) part.discard();
  }

  #goIfDone() {
    const onGone = this.#onGone;
    if (!onGone || this.snapshots.isSaving || this.#outboxes.isStoring) return;
    this.#onGone = null;
    onGone();
    this.discard();
  }

  #createKeys(common: Pick<LateKeysOptions, 'callId' | 'authorOf'>): LateKeys {
    return new LateKeys(this.#ports, {
      ...common,
      outbox: this.#outboxes.keys,
      holders: () => joinedOthers(this.#targets(), this.#me).filter(({ uniqueId }) => this.#reachable.has(uniqueId)),
      mayCome: () => joinedOthers(this.#targets(), this.#me).some(({ uniqueId }) => !this.#reachable.has(uniqueId)),
      connection: this,
      unreadable: () => [this.chat, this.snapshots, this.drawings].flatMap((part) => part.unreadable()),
      send: (message, to) => this.#transport.send(message, to),
      onGiven: () => {
        this.chat.reopen().catch(() => {});
        for (const part of [this.snapshots, this.drawings]) void part.reopen();
      },
      onGivenUp: () => [this.chat, this.snapshots].forEach((part) => part.giveUp()),
    });
  }

  #createTransport(): CallTransport {
    const { dispatch, onChange } = this.#options;
    const handlers = this.#createHandlers();
    return createMeshTransport(this.#ports, {
      callId: this.callId,
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
          this.#reachable.delete(contactId);
          dispatch({ type: 'peerLeft', contactId, isLost });
          this.live.forget(contactId);
          this.#keys.notice();
          onChange();
        },
        reachable: (contactId) => {
          this.#reachable.add(contactId);
          this.#introduce(contactId);
          this.#keys.askAgain();
        },
        message: (from, message) => handlePeerMessage(handlers, from, message),
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
    this.#keys.askAgain();
    this.#refreshParticipants().catch(() => {});
    this.refresh();
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
      return await this.#ports.api.listParticipants({ id: this.callId });
    } catch (error) {
      if (isCallGone(failureOf(error)) && !this.#hasClosed) this.#options.dispatch({ type: 'ended' });
      throw error;
    }
  }

  /** The server does not count us in any more, or the room's token is too old: in again, with a new one. */
  async #enterAgain() {
    try {
      const participant: Participant = await this.#ports.api.joinCall({ id: this.callId });
      if (this.#hasClosed) return;
      this.#options.dispatch({ type: 'participants', targets: participant.callTargets });
      this.#transport.join(participant);
    } catch (error) {
      const failure = failureOf(error);
      if (!this.#hasClosed && (isCallGone(failure) || failure.code === 403)) this.#options.dispatch({ type: 'ended' });
    }
  }

  readonly #targets = () => (this.#hasClosed ? this.#lastTargets : this.#options.targets());

  /** What somebody is told first. */
  #introduce(contactId: string) {
    const { uniqueId, publicKey } = this.#ports.me;
    this.#transport.send({ type: 'participant', contact: { uniqueId, publicKey } }, contactId);
    this.#transport.send({ type: 'media', ...this.#localState }, contactId);
    this.#transport.send({ type: 'pic', pics: this.snapshots.storedPics() }, contactId);
    this.screen.meet(contactId);
    this.drawings.meet(contactId);
    this.live.cameras.meet(contactId);
  }

  #createHandlers(): PeerHandlers {
    const { asks, cameras, pointing, previews } = this.live;
    return {
      participant: (from, { contact }) => this.#refreshRequests.handleParticipant(from, contact),
      msg: (from, message) => this.chat.handlePeerMessage(from, message),
      msgWithdrawn: (from, { clientId }) => this.chat.handleWithdrawn(from, clientId),
      pic: (_, { pics }) => this.#refreshRequests.handlePics(pics),
      media: (from, state) => {
        this.#mediaStates.handleState(from, state);
        this.#options.onChange();
      },
      askKeys: (from, { items }) => this.#keys.handleAsk(from, items),
      askSnapshot: (from, message) => asks.handleAsk(from, message),
      snapshotAnswer: (from, message) => asks.handleAnswer(from, message),
      picPreview: (from, message) => previews.handlePreview(from, message),
      point: (from, message) => pointing.handlePoint(from, message),
      ...cameras.handlers,
      ...this.screen.handlers,
      ...this.drawings.handlers,
    };
  }

  /** Those in the call and those who still ring, by the server's newest word, and oneself; of one that is over, who was in it. */
  async #freshRecipients() {
    const targets = await this.#ports.api.listParticipants({ id: this.callId });
    return recipientsOf(this.#ports.me, targets, this.#hasClosed ? wasInside : isPresent);
  }
}
