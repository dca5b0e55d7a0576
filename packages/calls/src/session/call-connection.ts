/**
 * The connection of this page to one call: transport, chat, snapshots, drawings and screen, put together. It reports to the
 * statechart what happens, and polls the server after each connection, so that nothing depends on an event arriving.
 */
import type { CallTarget, Participant, PeerMessage, ServerFrame } from '@earth/contracts';
import { watchMissingPeers } from './missing-peers';
import { createRetryQueue, failureOf, type Outbox, type Receipts, type RetryQueue } from '@earth/messaging';
import { createAuthorOf } from './author';
import { isCallGone } from './call-requests';
import type { CallEvent, Entered } from '../machine/call-machine-types';
import { Chat } from '../messages/chat';
import { coalesce } from '@earth/async';
import { createDescriptionSeals } from './description-seals';
import { createFirstPoll, type FirstPoll } from './first-poll';
import { createCallDrawings } from '../drawing/create-drawings';
import { ReachablePeers } from './reachable-peers';
import { RefreshRequests } from './refresh-requests';
import { LateKeys, type LateKeysOptions } from '../messages/late-keys';
import { LivePictures, type LivePicturesOptions } from '../camera/live-pictures';
import { announcementsOf, isSameState, type MediaState, MediaStates } from '../media/media-states';
import { createTransport } from '../transport/engine-switch';
import { handlePeerMessage, type PeerHandlers } from '../transport/peer-handlers';
import type { CallPorts } from '../ports';
import { type LocalTracks, type Peer, type CallTransport, videoOf } from '../transport/transport';
import { absentIn, findTarget, isPresent, joinedOthers, recipientsOf, rolesIn, wasInside } from './roster';
import { ScreenMode, type ScreenModeOptions } from '../media/screen-mode';
import { Snapshots } from '../snapshots/snapshots';

export interface CallConnectionOptions
  extends Entered,
    Pick<LivePicturesOptions, 'camera' | 'cameraAnswers' | 'onAnswer' | 'onCommand' | 'onPoint' | 'ownTrack' | 'scene'>,
    Pick<ScreenModeOptions, 'shownBefore' | 'onShown'> {
  readonly isResumed: boolean;
  /** Outlives the call, so that its last drawings are stored. */
  readonly drawingsOutbox: RetryQueue;
  readonly outbox: Outbox;
  readonly receipts: Receipts;
  /** Everybody in the call, as the statechart knows them. */
  readonly targets: () => readonly CallTarget[];
  readonly dispatch: (event: CallEvent) => void;
  readonly onChange: () => void;
}

export class CallConnection {
  readonly callId: string;
  readonly chat: Chat;
  readonly snapshots: Snapshots;
  readonly screen: ScreenMode;
  readonly drawings: ReturnType<typeof createCallDrawings>;
  readonly live: LivePictures;
  readonly #ports: CallPorts;
  readonly #options: CallConnectionOptions;
  readonly #me: string;
  readonly #transport: CallTransport;
  readonly #keyQueue: RetryQueue;
  readonly #downloads: RetryQueue;
  readonly #keys: LateKeys;
  readonly #refreshRequests: RefreshRequests;
  readonly reachable = new ReachablePeers();
  readonly #missingPeers: ReturnType<typeof watchMissingPeers>;
  readonly #mediaStates: MediaStates;
  #localState: MediaState = { audio: true, video: true, screen: false, ar: false, wantsVideo: true };
  readonly #firstPoll: FirstPoll;
  #hasConnected = false;
  #hasClosed = false;
  /** The targets at the time of closing: since then the statechart may be in another call. */
  #lastTargets: readonly CallTarget[] = [];
  #onDrained: (() => void) | null = null;

  constructor(ports: CallPorts, options: CallConnectionOptions) {
    this.#ports = ports;
    this.#options = options;
    this.callId = options.call.uniqueId;
    this.#me = ports.me.uniqueId;
    this.#keyQueue = createRetryQueue(ports);
    this.#downloads = createRetryQueue(ports);
    this.#firstPoll = createFirstPoll(ports.clock, () => this.#refreshAll());
    this.#mediaStates = new MediaStates(options.onChange);
    this.#missingPeers = watchMissingPeers(ports.clock, (contactId) =>
      options.dispatch({ type: 'peerLeft', contactId, isLost: true }),
    );
    const common = {
      callId: this.callId,
      isResumed: options.isResumed,
      authorOf: createAuthorOf(ports, this.callId, this.#targets),
      nameOf: (contactId: string) => findTarget(this.#targets(), contactId)?.contact.name ?? '',
      send: (message: PeerMessage, to?: string) => this.#transport.send(message, to),
      onChange: () => {
        this.screen.handlePicsChanged();
        options.onChange();
        this.#keys.check();
        this.drawings.update(this.screen.selectedPicId);
        this.#finishDraining();
      },
    };
    this.#keys = this.#createKeys(common);
    const { outbox, receipts } = options;
    const withOutbox = { ...ports, outbox, receipts };
    this.chat = new Chat(withOutbox, {
      ...common,
      broadcast: (message) => this.#transport.send(message),
    });
    this.snapshots = new Snapshots(withOutbox, {
      ...common,
      downloads: this.#downloads,
      onStored: (provisionalId, pic) => {
        if (pic.contactUniqueId === this.#me) this.#transport.send({ type: 'pic', pics: this.snapshots.storedPics() });
        this.drawings.rename(provisionalId, pic.uniqueId);
        this.screen.rename(provisionalId, pic.uniqueId);
        this.live.asks.handleStored(provisionalId);
      },
      onNotStored: (provisionalId) => this.live.asks.handleNotStored(provisionalId),
      onRemoved: (picId) => this.screen.remove(picId),
      onPreview: (provisionalId, small) => this.live.previews.announce(provisionalId, small),
    });
    this.live = new LivePictures(ports, {
      ...options,
      authorOf: common.authorOf,
      ...rolesIn(ports.me, options.targets),
      isIn: (contactId) => findTarget(options.targets(), contactId)?.state === 'joined',
      peers: () => this.#transport.peers().map(({ contactId }) => contactId),
      links: () => this.#transport.peers(),
      setPictureSize: (contactId, size) => this.#transport.setPictureSize(contactId, size),
      send: common.send,
      snapshots: this.snapshots,
      seenOf: (contactId) => (this.sendsAr(contactId) ? undefined : videoOf(this.#transport.peers(), contactId)),
      select: (picId) => this.screen.select(picId),
    });
    this.screen = new ScreenMode({
      ...options,
      ...common,
      ...rolesIn(ports.me, options.targets),
      pictures: this.snapshots,
      onUnknown: () => this.#refreshRequests.requestPics(),
    });
    this.drawings = createCallDrawings(ports, {
      ...options,
      ...common,
      outbox: options.drawingsOutbox,
      pictures: this.snapshots,
      onUnreadable: () => this.#keys.check(),
    });
    const refresh = { ...options, pictures: this.snapshots, people: this.#refreshParticipants };
    this.#refreshRequests = new RefreshRequests(ports.clock, refresh);
    this.#transport = this.#createTransport();
  }

  open(tracks: LocalTracks, state: MediaState) {
    this.#localState = state;
    this.#transport.setTracks(tracks);
    this.#transport.join(this.#options.participant);
  }

  setLocal(tracks: LocalTracks, state: MediaState) {
    this.#transport.setTracks(tracks);
    this.live.cameras.announce();
    if (isSameState(state, this.#localState)) return;
    this.#localState = state;
    for (const message of announcementsOf(state)) this.#transport.send(message);
  }

  peers(): readonly Peer[] {
    return this.#transport.peers().map((peer) => this.#mediaStates.of(peer));
  }

  readonly mediaServer = () => this.#transport.mediaServer();
  readonly isAudioOnly = (contactId: string) => !this.#mediaStates.wantsVideo(contactId);
  readonly sharesScreen = (contactId: string) => this.#mediaStates.sharesScreen(contactId);
  readonly sendsAr = (contactId: string) => this.#mediaStates.sendsAr(contactId);

  /** The statechart's list of targets has changed. */
  handleTargetsChanged() {
    if (this.#hasClosed) return;
    this.live.recording.asked.update();
    this.#missingPeers.update(absentIn(this.#options.targets(), this.#me, this.#transport.peers()));
    // A participant who holds keys may be lost without ever having had a link: then nobody is left to ask.
    this.#keys.check();
  }

  handlePush(push: Extract<ServerFrame, { type: 'push' }>) {
    const { messageType, messageContent } = push;
    if (messageType === 'CallMessage' && messageContent.callMessage.callUniqueId === this.callId)
      void this.chat.add(messageContent.callMessage);
    if (messageType === 'CallPic' && messageContent.callPic.callUniqueId === this.callId)
      this.snapshots.add(messageContent.callPic);
    if (!('callUniqueId' in messageContent) || messageContent.callUniqueId !== this.callId) return;
    if (messageType === 'CallPicDeleted') this.snapshots.remove(messageContent.picUniqueId);
    if (messageType === 'TargetsChanged') this.#refreshParticipants().catch(() => {});
    if (messageType === 'CallKeys') this.#keys.handleGiven();
    if (messageType === 'CallMessagesRead' || messageType === 'CallMessagesDelivered')
      this.chat.progress.handlePush(push);
  }

  /** Applies the server's list of who is in the call or is called into it. */
  applyTargets(targets: readonly CallTarget[]) {
    if (!this.#hasClosed) this.#options.dispatch({ type: 'participants', targets });
  }

  /** Polls the server for messages, snapshots and notes. */
  refresh() {
    for (const poll of [this.chat.refresh, this.snapshots.refresh, this.#keys.notes.refresh]) poll().catch(() => {});
  }

  /** Leaves the call. Messages and snapshots can still be seen, and go on being stored. */
  close() {
    if (this.#hasClosed) return;
    this.#lastTargets = this.#options.targets();
    this.#hasClosed = true;
    this.drawings.close();
    for (const peer of this.#transport.peers()) this.reachable.delete(peer);
    this.#transport.leave();
    this.#missingPeers.stop();
    this.#keys.stop();
    for (const part of [this.chat, this.snapshots]) part.giveUp();
    this.#refreshRequests.stop();
    this.live.stop();
    this.#firstPoll.stop();
    this.#keyQueue.stop();
  }

  /** Drains the connection, of which nothing is shown any more: what is on its way goes on until the server has it or refuses it. */
  drain(onDrained: () => void) {
    this.close();
    this.#downloads.stop();
    this.#onDrained = onDrained;
    this.#finishDraining();
  }

  /** Nothing more is stored. */
  discard() {
    this.close();
    this.#downloads.stop();
    for (const part of [this.drawings, this.chat, this.snapshots]) part.discard();
  }

  #finishDraining() {
    const onDrained = this.#onDrained;
    if (!onDrained || this.snapshots.isSaving) return;
    this.#onDrained = null;
    onDrained();
    this.discard();
  }

  #createKeys(common: Pick<LateKeysOptions, 'callId' | 'authorOf'>): LateKeys {
    return new LateKeys(this.#ports, {
      ...common,
      outbox: this.#keyQueue,
      holders: () => joinedOthers(this.#targets(), this.#me).filter(({ uniqueId }) => this.reachable.has(uniqueId)),
      mayCome: () => joinedOthers(this.#targets(), this.#me).some(({ uniqueId }) => !this.reachable.has(uniqueId)),
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
    const { callId } = this;
    return createTransport(this.#ports, this.#options.participant, {
      callId,
      me: this.#me,
      people: () => this.#targets().filter(({ state }) => state === 'joined').length,
      seals: createDescriptionSeals(this.#ports, { callId, targets: this.#targets, people: this.#refreshParticipants }),
      events: {
        connected: () => {
          dispatch({ type: 'connected' });
          this.#handleConnected();
        },
        peerJoined: (contactId) => {
          dispatch({ type: 'peerJoined', contactId });
          if (findTarget(this.#options.targets(), contactId)) this.#firstPoll.schedule();
          else this.#refreshParticipants().catch(() => {});
        },
        peerLeft: (peer, isLost) => {
          const { contactId } = peer;
          this.reachable.delete(peer);
          dispatch({ type: 'peerLeft', contactId, isLost });
          for (const part of [this.live, this.#mediaStates]) part.forget(contactId);
          this.#keys.check();
          onChange();
        },
        reachable: (contactId, isSamePage) => {
          this.reachable.add(contactId);
          this.#firstPoll.handleReachable();
          this.#introduce(contactId, isSamePage);
          this.#keys.askAgain();
        },
        message: (from, message) => handlePeerMessage(handlers, from, message),
        changed: () => {
          this.handleTargetsChanged();
          onChange();
        },
        refused: () => void this.#rejoin(),
        replaced: () => dispatch({ type: 'moved' }),
      },
    });
  }

  /** A page that has just created or joined the call has the newest data: the first poll can wait a moment. */
  #handleConnected() {
    const isFresh = !this.#hasConnected && !this.#options.isResumed;
    this.#hasConnected = true;
    if (isFresh) this.#firstPoll.schedule();
    else this.#refreshAll();
  }

  /** Polls everything, after each connection. What fails now is polled after the next one. */
  #refreshAll() {
    this.#keys.askAgain();
    this.#refreshParticipants().catch(() => {});
    this.refresh();
  }

  /** Fetches who is in the call, and drops the links to everybody else. */
  readonly #refreshParticipants = coalesce(async () => {
    const linked = this.#transport.peers().map(({ contactId }) => contactId);
    const targets = await this.#fetchParticipants();
    if (this.#hasClosed) return;
    this.#options.dispatch({ type: 'participants', targets });
    for (const contactId of linked)
      if (findTarget(targets, contactId)?.state !== 'joined') this.#transport.drop(contactId);
    if (findTarget(targets, this.#me)?.state !== 'joined') await this.#rejoin();
  });

  async #fetchParticipants(): Promise<readonly CallTarget[]> {
    try {
      return await this.#ports.api.listParticipants({ id: this.callId });
    } catch (error) {
      if (isCallGone(failureOf(error)) && !this.#hasClosed) this.#options.dispatch({ type: 'ended' });
      throw error;
    }
  }

  /** Joins again with a new token: the server no longer lists the user as joined, or the token has expired. */
  async #rejoin() {
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

  /** Sends what a participant needs first, as soon as their data channel is open. */
  #introduce(contactId: string, isSamePage: boolean) {
    const { uniqueId, publicKey } = this.#ports.me;
    this.#transport.send({ type: 'participant', contact: { uniqueId, publicKey } }, contactId);
    for (const message of announcementsOf(this.#localState)) this.#transport.send(message, contactId);
    this.#transport.send({ type: 'pic', pics: this.snapshots.storedPics() }, contactId);
    this.screen.handleReachable(contactId);
    this.drawings.handleReachable(contactId);
    this.live.handleReachable(contactId, isSamePage);
  }

  #createHandlers(): PeerHandlers {
    return {
      participant: (from, { contact }) => this.#refreshRequests.handleParticipant(from, contact),
      msg: (from, message) => this.chat.handlePeerMessage(from, message),
      msgWithdrawn: (from, { clientId }) => this.chat.handleWithdrawn(from, clientId),
      pic: (_, { pics }) => this.#refreshRequests.handlePics(pics),
      askKeys: (from, { items }) => this.#keys.handleAsk(from, items),
      ...this.#mediaStates.handlers,
      ...this.live.handlers,
      ...this.screen.handlers,
      ...this.drawings.handlers,
    };
  }

  /** The recipients, as far as they are known here. */
  knownRecipients() {
    return recipientsOf(this.#ports.me, this.#targets(), this.#hasClosed ? wasInside : isPresent);
  }

  /** The user and everybody who is in the call or rings, fetched from the server; if the call is over, also who was in it. */
  async freshRecipients() {
    const targets = await this.#ports.api.listParticipants({ id: this.callId });
    this.applyTargets(targets);
    return recipientsOf(this.#ports.me, targets, this.#hasClosed ? wasInside : isPresent);
  }
}
