/** Fake server, as far as calls need it: calls, participants, pushes and signalling. In memory, without delay. */
import {
  type Call,
  type CallNotes,
  type CallTarget,
  type Contact,
  type LeaveReason,
  type PushEvent,
  type TargetState,
  whomToRing,
} from '@earth/contracts';
import type { ApiFailure, Sending } from '@earth/messaging';
import type { CallApi } from '../ports';
import { FakeCallContents } from './fake-call-contents';
import { FakeSignalingServer, type FakeSocket } from './fake-signaling-server';
import { deferred } from './promises';
import { CALL_ID, callOf, detailsOf, participantOf, rosterOf } from './people';
import { Refusal } from './refusal';

type ApiName = keyof CallApi;

/** Rejects when the sender aborts the request. */
const stopOf = (sending?: Sending) =>
  new Promise<never>((_, reject) => {
    sending?.signal.addEventListener('abort', () => reject(new Refusal(0, '')));
  });

export class FakeCallServer {
  readonly signaling = new FakeSignalingServer(() => this.callId);
  readonly #contents = new FakeCallContents({
    callId: () => this.callId,
    statesOf: (...states) => this.statesOf(...states),
    push: (contactIds, event) => this.push(contactIds, event),
  });
  readonly messages = this.#contents.messages;
  readonly pics = this.#contents.pics;
  readonly pieces: Parameters<CallApi['addRecordingPiece']>[0][] = [];
  readonly drawings = this.#contents.drawings;
  readonly files = this.#contents.files;
  /** Every API request, as `Person request`. */
  readonly asked: string[] = [];
  call: Call | null = null;
  isClosed = false;
  /** The contacts who left because their connection was lost. */
  readonly lost: Contact[] = [];
  /** The server is unreachable, for requests and sockets. */
  isAway = false;
  /** The contacts who may help. */
  helpers: readonly Contact[] = [];
  /** Other calls that ring. */
  readonly otherCalls: Call[] = [];
  readonly #holding = new Map<ApiName, { readonly when: 'asked' | 'answered'; readonly until: Promise<void> }>();
  readonly #failing = new Map<ApiName, Refusal>();
  /** The next request of this name is carried out, but its answer is lost. */
  readonly losing = new Set<ApiName>();
  readonly #sockets: { readonly contactId: string; readonly socket: FakeSocket }[] = [];
  #rings = 0;

  /** Holds the next request of this name on its way to the server (`asked`) or back (`answered`). @returns a function that releases it */
  hold(name: ApiName, when: 'asked' | 'answered'): () => void {
    const { promise, resolve } = deferred<void>();
    this.#holding.set(name, { when, until: promise });
    return () => resolve();
  }

  /** Makes the next request of this name fail. */
  fail(name: ApiName, { code, error, message }: ApiFailure) {
    this.#failing.set(name, new Refusal(code, error, message));
  }

  constructor() {
    this.signaling.onReceived = (contactId, position) => void this.#contents.reach(contactId, position, false);
  }

  connect(contact: Contact): FakeSocket {
    const socket = this.signaling.connect(contact.uniqueId);
    this.#sockets.push({ contactId: contact.uniqueId, socket });
    return socket;
  }

  disconnect(socket: FakeSocket) {
    socket.close();
    this.#sockets.splice(
      this.#sockets.findIndex((entry) => entry.socket === socket),
      1,
    );
  }

  /** Whether a device without a page in the call may only be reconnecting. */
  isReconnecting = false;

  /** All pages lose their connection, until `comeBack`. */
  goAway() {
    this.isAway = true;
    for (const { socket } of this.#sockets) socket.close();
  }

  comeBack() {
    this.isAway = false;
    for (const { socket } of this.#sockets) socket.open();
  }

  push(contactIds: readonly string[], event: PushEvent) {
    for (const { contactId, socket } of this.#sockets)
      if (contactIds.includes(contactId)) socket.deliver({ type: 'push', ...event });
  }

  get notes(): CallNotes | null {
    return this.#contents.notes;
  }

  set notes(notes: CallNotes | null) {
    this.#contents.notes = notes;
  }

  /** Under scheme 2 the caller has chosen it. */
  get callId(): string {
    return this.call?.uniqueId ?? CALL_ID;
  }

  get targets(): readonly CallTarget[] {
    return this.call?.targets ?? [];
  }

  statesOf(...states: readonly TargetState[]) {
    return this.targets.filter(({ state }) => states.includes(state)).map(({ contact }) => contact.uniqueId);
  }

  setState(contact: Contact, state: TargetState) {
    this.#change(contact, { state });
  }

  /** A contact has, or is said to have, another key. */
  setKey(contact: Contact, publicKey: string) {
    this.#change(contact, { contact: { ...contact, publicKey } });
  }

  #change({ uniqueId }: Contact, change: Partial<CallTarget>) {
    if (!this.call) throw new Error('there is no call');
    const targets = this.targets.map((target) =>
      target.contact.uniqueId === uniqueId ? { ...target, ...change } : target,
    );
    this.call = { ...this.call, targets };
  }

  apiOf(me: Contact, people: readonly Contact[]): CallApi {
    const answer = this.#answering(me);
    return {
      listHelpers: answer('listHelpers', () => [...this.helpers]),
      createCall: answer('createCall', (input) => this.#create(me, people, input)),
      joinCall: answer('joinCall', () => this.#join(me)),
      leaveCall: answer('leaveCall', ({ reason }) => this.#leave(me, reason)),
      declineCall: answer('declineCall', () => this.#decline(me)),
      listOnlineCalls: answer('listOnlineCalls', () =>
        [...(this.call && !this.isClosed ? [this.call] : []), ...this.otherCalls].map((call) => ({
          ...call,
          isLeftOpen:
            !this.isReconnecting &&
            call === this.call &&
            this.statesOf('joined').includes(me.uniqueId) &&
            !this.signaling.hasPage(me.uniqueId),
        })),
      ),
      deleteLockedCalls: answer('deleteLockedCalls', () => null),
      getCall: answer('getCall', () => this.#details()),
      listParticipants: answer('listParticipants', () => [...this.targets]),
      addTargets: answer('addTargets', (input) => this.#addTargets(people, input)),
      listCallKeys: answer('listCallKeys', () => this.#contents.keysOf(me)),
      addCallKeys: answer('addCallKeys', (input) => this.#contents.addKeys(input)),
      listCallMessageProgress: answer('listCallMessageProgress', () => this.#contents.progress()),
      readCallMessages: answer('readCallMessages', ({ position = this.messages.length }) =>
        this.#contents.reach(me.uniqueId, position, true),
      ),
      listCallMessages: answer('listCallMessages', () => [...this.messages]),
      sendCallMessage: answer('sendCallMessage', (input) => this.#contents.keepMessage(me, input)),
      listCallPics: answer('listCallPics', () => [...this.pics]),
      addCallPic: answer('addCallPic', (input) => this.#contents.keepPic(me, input)),
      addRecordingPiece: answer('addRecordingPiece', (input) => {
        this.pieces.push(input);
        return null;
      }),
      deleteCallPic: answer('deleteCallPic', ({ picId }) => this.#contents.deletePic(me, picId)),
      listPicDrawings: answer('listPicDrawings', ({ picId }) => this.#contents.drawingsOf(picId)),
      saveDrawing: answer('saveDrawing', (input) => this.#contents.keepDrawing(me, input)),
      getCallFile: answer('getCallFile', ({ imageFileName }) => this.#contents.file(imageFileName)),
    };
  }

  #answering(me: Contact) {
    return <Input, Data>(name: ApiName, run: (input: Input) => Data) => {
      return async (input: Input, sending?: Sending): Promise<Data> => {
        await Promise.resolve();
        sending?.onProgress(0.5);
        if (this.isAway) throw new Refusal(0, '');
        const held = this.#holding.get(name);
        this.#holding.delete(name);
        if (held?.when === 'asked') await Promise.race([held.until, stopOf(sending)]);
        const failure = this.#failing.get(name);
        this.#failing.delete(name);
        if (failure) throw failure;
        this.asked.push(`${me.name.split(' ')[0]} ${name}`);
        const data = run(input);
        if (held?.when === 'answered') await Promise.race([held.until, stopOf(sending)]);
        if (this.losing.delete(name)) throw new Refusal(0, '');
        return data;
      };
    };
  }

  #details() {
    if (!this.call) throw new Refusal(404, 'notFound');
    return detailsOf(this.call, this.notes);
  }

  #create(me: Contact, people: readonly Contact[], input: Parameters<CallApi['createCall']>[0]) {
    const asked = people.filter(({ uniqueId }) => input.targetContacts.includes(uniqueId));
    const targets = input.forHelp ? whomToRing(this.helpers).targets : asked;
    const roster = rosterOf([me, 'joined'], ...targets.map((contact) => [contact, 'ringing'] as const));
    const ringsUntil = this.#nextRing();
    const { cryptoSchema, productCode = null, subject, uniqueId = CALL_ID } = input;
    this.call = callOf(roster, { cryptoSchema, productCode, ringsUntil, subject, uniqueId });
    this.isClosed = false;
    const ringing = this.statesOf('ringing');
    this.push(ringing, { messageType: 'IncomingCall', messageContent: { call: this.call, caller: me } });
    return { call: this.call, participant: participantOf(roster) };
  }

  #addTargets(people: readonly Contact[], { targetContacts, subject }: Parameters<CallApi['addTargets']>[0]) {
    if (!this.call) throw new Refusal(404, 'notFound');
    const present = this.statesOf('joined', 'ringing');
    const called = people.filter(({ uniqueId }) => targetContacts.includes(uniqueId) && !present.includes(uniqueId));
    const ids = called.map(({ uniqueId }) => uniqueId);
    const others = this.targets.filter(({ contact }) => !ids.includes(contact.uniqueId));
    this.call = {
      ...this.call,
      subject: subject ?? this.call.subject,
      ringsUntil: this.#nextRing(),
      targets: [...others, ...rosterOf(...called.map((contact) => [contact, 'ringing'] as const))],
    };
    this.push(ids, { messageType: 'IncomingCall', messageContent: { call: this.call, caller: this.call.caller } });
    this.targetsChanged();
    return [...this.targets];
  }

  #nextRing() {
    this.#rings += 1;
    return `2026-01-05T10:0${this.#rings}:30.000Z`;
  }

  targetsChanged() {
    this.push(this.statesOf('joined'), {
      messageType: 'TargetsChanged',
      messageContent: { callUniqueId: this.callId },
    });
  }

  #join(me: Contact) {
    if (this.isClosed || !this.call) throw new Refusal(410, 'callClosed');
    this.setState(me, 'joined');
    this.push([me.uniqueId], {
      messageType: 'CallHandledByGroup',
      messageContent: { callUniqueId: this.callId, contactUniqueId: me.uniqueId, deviceId: 'the device that answered' },
    });
    return participantOf(this.targets);
  }

  #leave(me: Contact, reason: LeaveReason | undefined) {
    if (reason) this.lost.push(me);
    this.setState(me, 'left');
    if (this.statesOf('joined').length + this.statesOf('ringing').length < 2) this.end();
    return null;
  }

  /** Ends the call, and notifies everybody who is in it or rings. */
  end() {
    this.isClosed = true;
    const notified = [...this.statesOf('joined'), ...this.statesOf('ringing')];
    this.push(notified, { messageType: 'EndedCall', messageContent: { callUniqueId: this.callId } });
  }

  #decline(me: Contact) {
    this.setState(me, 'refused');
    const messageContent = { callUniqueId: this.callId, contactUniqueId: me.uniqueId };
    this.push(this.statesOf('joined'), { messageType: 'TargetRefused', messageContent });
    return null;
  }
}
