/** The server as the call sees it: calls, participants, messages, snapshots, pushes and the room. In memory, at once. */
import {
  type Call,
  type CallMessage,
  type CallNotes,
  type CallPic,
  type CallTarget,
  type Contact,
  type LeaveReason,
  type PicDrawing,
  type PushEvent,
  type SealedKind,
  type TargetState,
  whomToRing,
} from '@earth/contracts';
import type { ApiFailure, CallApi, Sending } from '../ports';
import { FakeRoomServer, type FakeSocket } from './fake-room-server';
import { deferred } from './promises';
import { CALL_ID, callOf, detailsOf, participantOf, rosterOf } from './people';

class Refusal extends Error implements ApiFailure {
  constructor(
    readonly code: number,
    readonly error: string | null,
    message = '',
  ) {
    super(message);
  }
}

type ApiName = keyof CallApi;

/** Rejects when whoever sends it has it stopped. */
const stopOf = (sending?: Sending) =>
  new Promise<never>((_, reject) => {
    sending?.signal.addEventListener('abort', () => reject(new Refusal(0, '')));
  });

/** What the fake cipher has sealed: its key for somebody is their public key. */
interface SealedThing {
  readonly kind: SealedKind;
  readonly uniqueId: string;
  readonly sealed: string;
  readonly store: (sealed: string) => void;
}

function keyOf({ kind, uniqueId, sealed }: SealedThing, { publicKey }: Contact) {
  const { keys } = JSON.parse(sealed) as { keys: string[] };
  return keys.includes(publicKey) ? [{ kind, uniqueId, encryptedKey: publicKey }] : [];
}

export class FakeCallServer {
  readonly room = new FakeRoomServer(() => this.callId);
  readonly messages: CallMessage[] = [];
  readonly pics: CallPic[] = [];
  readonly drawings: PicDrawing[] = [];
  notes: CallNotes | null = null;
  readonly files = new Map<string, string>();
  /** Every call of the API, as `who name`. */
  readonly asked: string[] = [];
  call: Call | null = null;
  isClosed = false;
  /** Who left because their connection was lost. */
  readonly lost: Contact[] = [];
  /** Nobody can reach it: neither calls nor sockets. */
  isAway = false;
  /** Who may help. */
  helpers: readonly Contact[] = [];
  /** Calls that ring besides the one. */
  readonly otherCalls: Call[] = [];
  readonly #holding = new Map<ApiName, { readonly when: 'asked' | 'answered'; readonly until: Promise<void> }>();
  readonly #failing = new Map<ApiName, Refusal>();
  /** The next call of this name is carried out, but its answer is lost on the way. */
  readonly losing = new Set<ApiName>();
  readonly #sockets: { readonly contactId: string; readonly socket: FakeSocket }[] = [];
  #made = 0;
  #rings = 0;

  /** The next call of this name is on its way until it is let go: to the server (`asked`), or back (`answered`). */
  hold(name: ApiName, when: 'asked' | 'answered'): () => void {
    const { promise, resolve } = deferred<void>();
    this.#holding.set(name, { when, until: promise });
    return () => resolve();
  }

  /** Makes the next call of this name fail. */
  fail(name: ApiName, { code, error, message }: ApiFailure) {
    this.#failing.set(name, new Refusal(code, error, message));
  }

  connect(contact: Contact): FakeSocket {
    const socket = this.room.connect(contact.uniqueId);
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

  /** The net of one of them, or of all, goes and comes. */
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

  /** Under scheme 2 its maker has chosen it. */
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
    if (!this.call) throw new Error('there is no call');
    const targets = this.targets.map((target) =>
      target.contact.uniqueId === contact.uniqueId ? { ...target, state } : target,
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
      listOnlineCalls: answer('listOnlineCalls', () => [
        ...(this.call && !this.isClosed ? [this.call] : []),
        ...this.otherCalls,
      ]),
      deleteLockedCalls: answer('deleteLockedCalls', () => null),
      getCall: answer('getCall', () => this.#details()),
      listParticipants: answer('listParticipants', () => [...this.targets]),
      addTargets: answer('addTargets', (input) => this.#addTargets(people, input)),
      listCallKeys: answer('listCallKeys', () => this.#sealed().flatMap((item) => keyOf(item, me))),
      addCallKeys: answer('addCallKeys', (input) => this.#addKeys(input)),
      listCallMessages: answer('listCallMessages', () => [...this.messages]),
      sendCallMessage: answer('sendCallMessage', (input) => this.#keepMessage(me, input)),
      listCallPics: answer('listCallPics', () => [...this.pics]),
      addCallPic: answer('addCallPic', (input) => this.#keepPic(me, input)),
      deleteCallPic: answer('deleteCallPic', ({ picId }) => this.#deletePic(me, picId)),
      listPicDrawings: answer('listPicDrawings', ({ picId }) => this.#drawingsOf(picId)),
      saveDrawing: answer('saveDrawing', (input) => this.#keepDrawing(me, input)),
      getCallFile: answer('getCallFile', ({ imageFileName }) => this.#file(imageFileName)),
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

  /** Everything that is sealed, and a way to put it back with more keys. */
  #sealed(): SealedThing[] {
    const messages = this.messages.flatMap((message, index): SealedThing[] => [
      {
        kind: 'message',
        uniqueId: message.uniqueId,
        sealed: message.message,
        store: (sealed) => void this.messages.splice(index, 1, { ...message, message: sealed }),
      },
      ...(message.fileUrl === null ? [] : [this.#sealedFile('file', message.uniqueId, `${message.uniqueId}.bin`)]),
    ]);
    return [
      ...messages,
      ...this.pics.map(({ uniqueId, imageFileName }) => this.#sealedFile('pic', uniqueId, imageFileName)),
      ...this.drawings.map(
        (drawing, index): SealedThing => ({
          kind: 'drawing',
          uniqueId: drawing.uniqueId,
          sealed: drawing.drawing,
          store: (sealed) => void this.drawings.splice(index, 1, { ...drawing, drawing: sealed }),
        }),
      ),
      ...this.#sealedNotes(),
    ];
  }

  #sealedNotes(): SealedThing[] {
    const { notes } = this;
    if (!notes) return [];
    const store = (sealed: string) => void (this.notes = { ...notes, notes: sealed });
    return [{ kind: 'notes', uniqueId: notes.uniqueId, sealed: notes.notes, store }];
  }

  #sealedFile(kind: 'file' | 'pic', uniqueId: string, name: string): SealedThing {
    return { kind, uniqueId, sealed: this.files.get(name) ?? '', store: (sealed) => void this.files.set(name, sealed) };
  }

  #addKeys({ keys }: Parameters<CallApi['addCallKeys']>[0]) {
    const told = new Set<string>();
    for (const { kind, uniqueId, recipientKeys } of keys) {
      const item = this.#sealed().find((one) => one.kind === kind && one.uniqueId === uniqueId);
      if (!item) throw new Refusal(404, 'notFound');
      const { keys: known, ...rest } = JSON.parse(item.sealed) as { keys: string[] };
      for (const { encryptedKey, recipientId } of recipientKeys)
        if (!known.includes(encryptedKey)) {
          known.push(encryptedKey);
          told.add(recipientId);
        }
      item.store(JSON.stringify({ ...rest, keys: known }));
    }
    this.push([...told], { messageType: 'CallKeys', messageContent: { callUniqueId: this.callId } });
    return null;
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

  /** Nobody is left: whoever is still in it, or rings, is told. */
  end() {
    this.isClosed = true;
    const told = [...this.statesOf('joined'), ...this.statesOf('ringing')];
    this.push(told, { messageType: 'EndedCall', messageContent: { callUniqueId: this.callId } });
  }

  #decline(me: Contact) {
    this.setState(me, 'refused');
    const messageContent = { callUniqueId: this.callId, contactUniqueId: me.uniqueId };
    this.push(this.statesOf('joined'), { messageType: 'TargetRefused', messageContent });
    return null;
  }

  #keepMessage(me: Contact, input: Parameters<CallApi['sendCallMessage']>[0]) {
    const known = this.messages.find(
      ({ sender, clientId }) => sender.uniqueId === me.uniqueId && clientId === input.clientId,
    );
    if (known) return known;
    const stamp = this.#stamp();
    const { base64File, fileName = null } = input;
    const storedName = `${stamp.uniqueId}.bin`;
    if (base64File !== undefined) this.files.set(storedName, base64File);
    const message: CallMessage = {
      ...stamp,
      sender: { uniqueId: me.uniqueId, name: me.name },
      message: input.message,
      cryptoSchema: input.cryptoSchema,
      clientId: input.clientId ?? null,
      fileName,
      fileUrl: base64File === undefined ? null : `/storage/calls/${this.callId}/${storedName}`,
      fileSize: base64File === undefined ? null : (JSON.parse(base64File) as { text: string }).text.length,
    };
    this.messages.push(message);
    const others = this.statesOf('joined', 'left').filter((contactId) => contactId !== me.uniqueId);
    this.push(others, { messageType: 'CallMessage', messageContent: { callMessage: message } });
    return message;
  }

  #keepPic(me: Contact, input: Parameters<CallApi['addCallPic']>[0]) {
    const known = this.pics.find(({ clientId }) => clientId !== null && clientId === input.clientId);
    if (known) return known;
    const stamp = this.#stamp();
    const pic: CallPic = {
      ...stamp,
      imageFileName: `${stamp.uniqueId}.jpg`,
      contactUniqueId: me.uniqueId,
      cryptoSchema: input.cryptoSchema,
      clientId: input.clientId ?? null,
    };
    this.pics.push(pic);
    this.files.set(pic.imageFileName, input.picBase64);
    this.push(this.statesOf('joined', 'left'), { messageType: 'CallPic', messageContent: { callPic: pic } });
    return pic;
  }

  #deletePic(me: Contact, picId: string) {
    const index = this.pics.findIndex(({ uniqueId }) => uniqueId === picId);
    if (index < 0) throw new Refusal(404, 'notFound');
    this.pics.splice(index, 1);
    this.push(
      this.statesOf('joined').filter((contactId) => contactId !== me.uniqueId),
      { messageType: 'CallPicDeleted', messageContent: { callUniqueId: this.callId, picUniqueId: picId } },
    );
    return null;
  }

  #drawingsOf(picId: string) {
    if (this.pics.every(({ uniqueId }) => uniqueId !== picId)) throw new Refusal(404, 'notFound');
    return this.drawings.filter(({ picUniqueId }) => picUniqueId === picId);
  }

  #keepDrawing(me: Contact, { id: _, picId, ...written }: Parameters<CallApi['saveDrawing']>[0]) {
    const index = this.drawings.findIndex(
      ({ picUniqueId, contactUniqueId }) => picUniqueId === picId && contactUniqueId === me.uniqueId,
    );
    const kept = { ...written, uniqueId: this.#stamp().uniqueId, picUniqueId: picId, contactUniqueId: me.uniqueId };
    if (index < 0) this.drawings.push(kept);
    else this.drawings[index] = kept;
    return null;
  }

  #file(imageFileName: string) {
    const base64 = this.files.get(imageFileName);
    if (base64 === undefined) throw new Refusal(404, 'notFound');
    return { fileName: imageFileName, base64, cryptoSchema: this.call?.cryptoSchema ?? 1 };
  }

  /** Ids and dates grow, as the server's do. */
  #stamp() {
    this.#made += 1;
    const number = String(this.#made).padStart(4, '0');
    return {
      uniqueId: `0190b000-0000-7000-8000-00000000${number}`,
      callUniqueId: this.callId,
      date: `2026-01-05T10:00:0${Math.min(9, this.#made)}.000Z`,
    };
  }
}
