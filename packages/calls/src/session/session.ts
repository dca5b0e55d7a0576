/** The calls of one signed-in user: runs the statechart, carries out its actions, and builds the view that screens read. */
import { type Call, type Contact, isController, type PicturePreference, type ServerFrame } from '@earth/contracts';
import { type ActorRefFrom, createActor, fromPromise, waitFor } from 'xstate';
import { type ChangeRequest, createRetryQueue, type Outbox, type Receipts, type RetryQueue } from '@earth/messaging';
import { createThrottle, type Throttle } from '@earth/async';
import { createCallOutbox, createCallReceipts } from './call-outbox';
import { CallRequests } from './call-requests';
import { callMachine, isOutside, ringingCallId } from '../machine/call-machine';
import { type CallMemory, createCallMemory } from './call-memory';
import { CallConnection } from './call-connection';
import { CallSubject } from './call-subject';
import { LeftOpen } from './left-open';
import { viewOf } from './call-view';
import type { CallContext, CallEvent } from '../machine/call-machine-types';
import { LocalMediaControl, NO_MEDIA } from '../media/local-media';
import { FRAME_MS } from '@earth/annotations';
import { ActiveDrawings } from '../drawing/active-drawings';
import { createPoints } from '../camera/pointing';
import { NOTHING_SENT } from '../media/media-states';
import type { CallSession } from '../call-session';
import type { CallPorts, Unsubscribe } from '../ports';
import type { PictureSize } from '../transport/transport';
import type { CallRequest, CameraCommand, CallView, DrawnWay, OwnDevice, Spot } from '../view';

/** A session lasts as long as the sign-in. While there is no call it holds no camera and no connection. */
export const createCallSession = (ports: CallPorts): CallSession => new Session(ports);

class Session implements CallSession {
  readonly #ports: CallPorts;
  readonly #requests: CallRequests;
  readonly #memory: CallMemory;
  readonly #leftOpen: LeftOpen;
  readonly #actor: ActorRefFrom<typeof callMachine>;
  readonly #listeners = new Set<() => void>();
  readonly #pointListeners = new Set<() => void>();
  readonly #outbox: Outbox;
  readonly #receipts: Receipts;
  /** Connections whose screen is closed, and whose snapshots are not stored yet. */
  readonly #draining = new Set<CallConnection>();
  readonly #stopListening: readonly Unsubscribe[];
  /** One for all calls: drawings are still stored after their call is closed or replaced by another one. */
  readonly #drawingsOutbox: RetryQueue;
  #media: LocalMediaControl | null = null;
  #connection: CallConnection | null = null;
  readonly #subject: CallSubject;
  #view: CallView | null = null;
  /** Frames that arrived while a call was being created: they may belong to it, but its id is known only from the answer. */
  #early: ServerFrame[] = [];
  #isDisposed = false;
  /** Throttled to one notification a frame, because peers can cause these changes at any rate. */
  readonly #notifySoon: Throttle;
  readonly #notifyPoints: Throttle;
  readonly drawing = new ActiveDrawings();

  constructor(ports: CallPorts) {
    const { realtime } = ports;
    this.#ports = ports;
    this.#requests = new CallRequests(ports);
    this.#subject = new CallSubject(ports, () => this.#changed());
    this.#memory = createCallMemory(ports.memory);
    this.#leftOpen = new LeftOpen(
      ports,
      this.#requests,
      () => this.#changed(),
      () => void this.#findOpenCalls(),
    );
    this.#outbox = createCallOutbox(ports, (callId) => this.#findConnection(callId));
    this.#receipts = createCallReceipts(ports);
    this.#drawingsOutbox = createRetryQueue(ports);
    this.#notifySoon = createThrottle(ports.clock, FRAME_MS, () => this.#notify());
    this.#notifyPoints = createThrottle(ports.clock, FRAME_MS, () => {
      for (const listener of this.#pointListeners) listener();
    });
    this.#actor = this.#createActor();
    this.#stopListening = [
      this.#outbox.subscribe(() => this.#changedSoon()),
      realtime.onFrame((frame) => this.#handleFrame(frame)),
      realtime.onOpen(() => this.#handleOpen()),
      realtime.onClose(() => this.#changed()),
      // The server tells other devices, but not the pages of the device that goes back.
      ports.pages.onAnotherEnters(() => this.#leftOpen.forget()),
    ];
  }

  getView = (): CallView => {
    this.#view ??= viewOf({
      me: this.#ports.me,
      snapshot: this.#actor.getSnapshot(),
      connection: this.#connection,
      local: this.#media?.view() ?? NO_MEDIA,
      subject: this.#subject.of(this.#actor.getSnapshot().context),
      isServerAway: !this.#ports.realtime.isOpen(),
      fieldUsersDraw: this.#ports.settings.fieldUsersDraw,
      maxUsers: this.#ports.settings.maxUsersInCall,
      leftOpen: this.#leftOpen.call,
    });
    return this.#view;
  };

  subscribe = (listener: () => void): Unsubscribe => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly points = createPoints(this.#pointListeners, () => this.#inCall()?.live.pointing);

  call = (request: CallRequest) => this.#send({ type: 'call', request });
  accept = () => this.#send({ type: 'accept' });
  decline = () => this.#send({ type: 'decline' });
  hangUp = () => this.#send({ type: 'hangUp' });
  rejoin = () => this.#leftOpen.claim((call) => this.#send({ type: 'rejoin', call }));
  endLeftOpen = () => this.#leftOpen.end();
  holdLeftOpen = (isHeld: boolean) => this.#leftOpen.hold(isHeld);
  dismiss = () => this.#send({ type: 'dismiss' });
  setAudio = (on: boolean) => this.#media?.setAudio(on);
  setVideo = (on: boolean) => this.#media?.setVideo(on);
  setAudioOnly = (on: boolean) => this.#media?.setAudioOnly(on);
  preferPictures = (prefers: PicturePreference | null) => this.#media?.prefer(prefers);
  setPictureSize = (of: string, size: PictureSize | null) => this.#connection?.live.sizes.set(of, size);
  flipCamera = () => this.#media?.flip();
  shareScreen = () => this.#media?.shareScreen();
  stopScreen = () => this.#media?.stopScreen();
  setTorch = (torch: boolean) => this.#media?.command({ torch });
  setZoom = (zoom: number) => this.#media?.command({ zoom });
  setAr = (on: boolean) => this.#media?.ar.setOn(on);
  learnBackground = () => this.#media?.ar.learn();
  askCamera = (of: string) => this.#inCall()?.live.cameras.ask(of);
  commandCamera = (of: string, command: CameraCommand) => this.#inCall()?.live.cameras.command(of, command);
  answerCamera = (to: string, isGranted: boolean) => this.#inCall()?.live.cameras.answer(to, isGranted);
  startRecording = () => this.#inCall()?.live.recording.start();
  stopRecording = () => this.#inCall()?.live.recording.stop();
  answerRecording = (to: string, agrees: boolean) => this.#inCall()?.live.recording.given.answer(to, agrees);
  changeDevice = (device: OwnDevice) => this.#media?.change(device);
  sendMessage = (text: string, change?: ChangeRequest) => this.#inCall()?.chat.send(text, change);
  sendFile = (file: File, text?: string) => this.#inCall()?.chat.sendFile(file, text);
  openFile: CallSession['openFile'] = async (...file) => (await this.#connection?.chat.openFile(...file)) ?? null;
  withdrawMessage = (clientId: string) => this.#connection?.chat.withdraw(clientId);
  addPeople = async (people: readonly Contact[]) => {
    const connection = this.#inCall();
    const { call } = this.#actor.getSnapshot().context;
    if (connection && call) connection.applyTargets(await this.#requests.add(call, people));
  };
  retryMessage = (clientId: string) => this.#outbox.retry(clientId);
  setChatOpen = (open: boolean) => this.#inCall()?.chat.setOpen(open);
  markPicsSeen = () => this.#inCall()?.snapshots.markSeen();
  retryPic = (picId: string) => this.#connection?.snapshots.retry(picId);
  deletePic = async (picId: string) => this.#connection?.snapshots.delete(picId);
  selectPic = (picId: string | null) => this.#inCall()?.screen.select(picId);
  freeze = (of: string | null) => this.#inCall()?.live.freeze(of);
  point = (of: string, spot: Spot | null, drawn?: DrawnWay) => this.#inCall()?.live.pointing.point(of, spot, drawn);
  takeSnapshot = (of: string | null) => this.#inCall()?.live.takeSnapshot(of);
  keepPicture = (making: Promise<Blob>) => void this.#inCall()?.snapshots.keep(making);

  resume = async (): Promise<void> => {
    // What cannot be decrypted now is sent by the next page.
    void this.#outbox.sendLeft().catch(() => {});
    const active = this.#memory.active();
    if (active) {
      this.#send({ type: 'resume', ...active });
      // Rejects if the session is disposed of meanwhile.
      await waitFor(this.#actor, (snapshot) => !snapshot.matches('joining')).catch(() => null);
    }
    // A page that returns to its call has left all others by that.
    if (this.#isDisposed || this.#connection) return;
    await this.#findOpenCalls();
    // A call that the user answers meanwhile looks like one that was left: its page is not connected yet.
    if (!this.#leftOpen.call && isOutside(this.#actor)) await this.#requests.endLocked();
  };

  dispose = () => {
    if (this.#isDisposed) return;
    this.#send({ type: 'hangUp' });
    this.#isDisposed = true;
    this.#actor.stop();
    this.#discard();
    this.#outbox.stop();
    this.#receipts.stop();
    for (const connection of this.#draining) connection.discard();
    this.#ports.tones.stop();
    this.#requests.close();
    this.#leftOpen.forget();
    for (const part of [this.#drawingsOutbox, this.#notifySoon, this.#notifyPoints]) part.stop();
    for (const stop of this.#stopListening) stop();
    this.#listeners.clear();
    this.#pointListeners.clear();
  };

  #createActor() {
    const { me, settings, clock, tones, unavailableAudioUrl } = this.#ports;
    const machine = callMachine.provide({
      actors: {
        createCall: fromPromise(({ input, signal }) => this.#requests.create(input, signal)),
        joinCall: fromPromise(({ input: { call, callId }, signal }) =>
          call ? this.#requests.join(call, signal) : this.#requests.resume(callId, signal),
        ),
      },
      actions: {
        begin: ({ context }) => this.#begin(context),
        connect: ({ context }) => this.#connect(context),
        leave: ({ context: { callId, reason } }) =>
          callId !== null && this.#requests.leave(callId, reason === 'failed' ? reason : undefined),
        decline: ({ context: { callId } }) => callId !== null && this.#requests.decline(callId),
        remember: ({ context: { callId, answeredAt } }) => callId !== null && this.#memory.remember(callId, answeredAt),
        recordClosed: ({ context: { callId, call } }) => this.#memory.recordClosed(callId, call),
        release: () => this.#release(),
        discard: () => this.#discard(),
        play: (_, { tone }) => tones.play(tone),
        stopTone: () => tones.stop(),
      },
    });
    const { callTimeoutSeconds } = settings;
    const input = { me: me.uniqueId, callTimeoutSeconds, unavailableAudioUrl, now: () => clock.now() };
    const actor = createActor(machine, { clock, input });
    let wasFree = true;
    actor.subscribe((snapshot) => {
      this.#connection?.handleTargetsChanged();
      this.#subject.open(snapshot.context);
      this.#changed();
      if (!snapshot.matches({ calling: 'creating' }))
        for (const frame of this.#early.splice(0)) this.#handleFrame(frame);
      // Another call may have begun to ring while this page was busy; whom it called may be in a call that the user left open.
      const isFree = snapshot.matches('idle') || (snapshot.matches('closed') && snapshot.context.reason === 'busy');
      if (isFree && !wasFree) void this.#findOpenCalls();
      wasFree = isFree;
    });
    return actor.start();
  }

  #begin({ request, isResumed }: CallContext) {
    this.#ports.pages.enter();
    this.#leftOpen.forget();
    const facing = isController(this.#ports.me.role.code) ? 'user' : 'environment';
    const onChange = () => this.#handleMediaChange();
    const wishes = isResumed ? this.#memory.active() : null;
    this.#media = new LocalMediaControl(this.#ports, { facing, mayWait: request !== null, wishes, onChange });
  }

  #connect({ call, participant, isResumed }: CallContext) {
    if (!call || !participant) return;
    this.#connection = new CallConnection(this.#ports, {
      call,
      participant,
      isResumed,
      drawingsOutbox: this.#drawingsOutbox,
      targets: () => this.#actor.getSnapshot().context.targets,
      dispatch: (event) => this.#send(event),
      outbox: this.#outbox,
      receipts: this.#receipts,
      onChange: () => this.#handleConnectionChange(),
      ownTrack: () => this.#media?.picture ?? null,
      camera: () => {
        const local = this.#media?.view();
        return local && !local.isScreen && this.#media?.tracks().video ? local : null;
      },
      cameraAnswers: (isResumed && this.#memory.active()?.cameraAnswers) || {},
      onAnswer: (answers) => this.#memory.rememberAnswers(answers),
      shownBefore: (isResumed && this.#memory.active()?.shownPicId) || null,
      onShown: (picId) => this.#memory.rememberShown(call.uniqueId, picId),
      onCommand: (command) => this.#media?.command(command),
      onPoint: this.#notifyPoints,
      scene: this.getView,
    });
    this.drawing.show(this.#connection.drawings);
    this.#connection.open(this.#media?.tracks() ?? { audio: null, video: null }, this.#media?.state() ?? NOTHING_SENT);
  }

  #release() {
    this.#ports.pages.leave();
    this.#media?.release();
    this.#media = null;
    this.#connection?.close();
  }

  #discard() {
    this.#release();
    const connection = this.#connection;
    this.#connection = null;
    if (connection) this.#drain(connection);
    this.drawing.show(null);
  }

  /** What is not stored yet goes on until the server has it, or refuses it. */
  #drain(connection: CallConnection) {
    const failedBefore = connection.snapshots.failed;
    this.#outbox.release(connection.callId);
    this.#draining.add(connection);
    connection.drain(() => {
      this.#draining.delete(connection);
      // The user has seen what had failed before.
      if (connection.snapshots.failed > failedBefore) this.#ports.notifyLost();
    });
  }

  #findConnection(callId: string) {
    const connection = this.#connection?.callId === callId ? this.#connection : null;
    if (connection) return { connection, isShown: true };
    const draining = [...this.#draining].find((one) => one.callId === callId);
    return draining ? { connection: draining, isShown: false } : null;
  }

  #inCall(): CallConnection | null {
    return this.#actor.getSnapshot().matches('inCall') ? this.#connection : null;
  }

  #handleMediaChange() {
    if (this.#media) {
      this.#connection?.setLocal(this.#media.tracks(), this.#media.state());
      this.#memory.rememberWishes(this.#media.view());
    }
    this.#changed();
  }

  #handleConnectionChange() {
    this.#media?.ar.setSnapshotShown(Boolean(this.#connection?.screen.selectedPicId));
    this.#changedSoon();
  }

  #handleOpen() {
    this.#receipts.forgetDelivered();
    this.#changed();
    void this.#findOpenCalls();
  }

  #handleFrame(frame: ServerFrame) {
    if (frame.type !== 'push') return;
    this.#connection?.handlePush(frame);
    for (const connection of this.#draining) connection.handlePush(frame);
    this.#leftOpen.handlePush(frame);
    const { messageType, messageContent } = frame;
    const snapshot = this.#actor.getSnapshot();
    if (snapshot.matches({ calling: 'creating' })) this.#early.push(frame);
    if (messageType === 'IncomingCall') return this.#ring(messageContent.call);
    const { callId } = snapshot.context;
    if (!('callUniqueId' in messageContent) || messageContent.callUniqueId !== callId) return;
    if (messageType === 'EndedCall') this.#send({ type: 'ended', reason: messageContent.reason });
    if (messageType === 'CallHandledByGroup') this.#send({ type: 'handled' });
    if (messageType === 'TargetRefused')
      this.#send({ type: 'targetRefused', contactId: messageContent.contactUniqueId });
  }

  /** Polls for open calls after each connection to the server, so that nothing depends on a push arriving. */
  async #findOpenCalls() {
    const ringing = ringingCallId(this.#actor);
    // A failed request is repeated after the next connection.
    const open = await this.#requests.findOpen().catch(() => null);
    if (!open || this.#isDisposed) return;
    const calls = this.#requests.ringing(open);
    const isOver = calls.every(({ uniqueId }) => uniqueId !== ringing);
    // Only a call that rang before the request may be ended by its answer.
    if (isOver && ringing !== null && ringing === ringingCallId(this.#actor)) this.#send({ type: 'ended' });
    const call = calls.find((one) => !this.#memory.isClosed(one));
    if (call) this.#ring(call);
    if (isOutside(this.#actor)) await this.#leftOpen.update(open);
  }

  /** A call that was declined or closed on this page does not ring again, however late its push arrives. */
  #ring(call: Call) {
    if (!this.#memory.isClosed(call)) this.#send({ type: 'incoming', call });
  }

  #send(event: CallEvent) {
    if (!this.#isDisposed) this.#actor.send(event);
  }

  #changed() {
    this.#view = null;
    this.#notify();
  }

  #changedSoon() {
    this.#view = null;
    this.#notifySoon();
  }

  #notify() {
    for (const listener of this.#listeners) listener();
  }
}
