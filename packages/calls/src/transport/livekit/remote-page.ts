/** The page of another participant, as the LiveKit engine sees it: its keys, its tracks, its packets and how well they arrive. */
import { createMutex, type Clock } from '@earth/async';
import {
  LINK_RETRY_MS,
  type MediaKeySignal,
  type PeerMessage,
  type PictureLevel,
  type PicturePreference,
} from '@earth/contracts';
import { createAllowance } from '../allowance';
import { createArrivalWatch, EVERYTHING, expectedOf } from '../arrival-watch';
import { createLinkTrust, type LinkTrustKeeper } from '../link-trust';
import { decodePeerMessage } from '../peer-messages';
import { createPieces } from '../pieces';
import type { DescriptionSeals, PassedMessage, Peer, Route } from '../transport';
import type { LinkQuality } from '../../view';
import { watchFirstPicture } from './first-picture';
import { type KeySignal, readKeySignal, writeKeySignal } from './key-signals';
import type { Bytes, MediaRoom, MediaServerClient, PageKeys } from './media-room';
import { createPacketReader, type PacketReader, type PageMemory } from './packets';
import { CHANGE_WITHIN_MS, type NumberedKey, type SenderKeys } from './sender-keys';

/** A page introduces itself as soon as it can be read. */
const INTRODUCED_WITHIN_TICKS = 3;
/** Whole pictures that a page may ask for: three for each time that it begins to receive. */
const KEY_FRAMES_MAX = 6;
const KEY_FRAMES_WITHIN_MS = 30_000;
/** LiveKit's client reports a few frames that could not be decrypted, and is then silent for a minute. */
const REPORTED_WITHIN_MS = 70_000;
/** After its first key has come. */
const KEY_USED_WITHIN_MS = CHANGE_WITHIN_MS + 1_000;

export interface RemotePageOptions {
  readonly callId: string;
  readonly me: string;
  readonly contactId: string;
  /** The page there, and this page. */
  readonly session: string;
  readonly ownSession: string;
  readonly clock: Clock;
  readonly client: MediaServerClient;
  readonly room: MediaRoom;
  readonly pageKeys: PageKeys;
  readonly senderKeys: SenderKeys;
  readonly seals: DescriptionSeals;
  readonly createMediaStream: () => MediaStream;
  /** The same object for the same page, if it comes back. */
  readonly memory: PageMemory;
  /** This page requests pictures. */
  readonly wantsVideo: () => boolean;
  readonly tell: (mediaKey: MediaKeySignal) => void;
  readonly send: (message: PeerMessage) => void;
  /** How far the picture that goes to all is reduced. */
  readonly sentLevel: () => PictureLevel;
  readonly events: {
    changed(): void;
    /** Packets reach it from now on, or again. */
    reachable(isAgain: boolean): void;
    message(message: PassedMessage): void;
    /** Its wish for the pictures that it receives may be another. */
    wished(): void;
    /** Not in the room for LINK_RETRY_MS. */
    lost(): void;
  };
}

export class RemotePage {
  readonly contactId: string;
  readonly session: string;
  readonly #options: RemotePageOptions;
  readonly #trust: LinkTrustKeeper;
  readonly #packets: PacketReader;
  readonly #mayBeRead: (data: unknown) => boolean;
  readonly #joinPieces = createPieces();
  readonly #stream: MediaStream;
  readonly #handleAlone = createMutex();
  readonly #readAlone = createMutex();
  readonly #arrivals = createArrivalWatch();
  /** Its public key, once a signal of it was accepted. */
  #publicKey: string | null = null;
  /** When the first of its keys came; null: none is known. */
  #keySince: number | null = null;
  #isReceiving = false;
  /** Seconds in which it was up and its introduction was not read; null: it was, since it was in the room. */
  #unread: number | null = 0;
  /** What the participant says of what they send; null: nothing yet. */
  #media: Extract<PeerMessage, { type: 'media' }> | null = null;
  #wish: PicturePreference | null = null;
  #receivedLevel: PictureLevel = 'full';
  /** When a frame that could not be decrypted was last reported. */
  #undecryptableAt = Number.NEGATIVE_INFINITY;
  #wasUndecryptable = false;
  #wasUp = false;
  #isClosed = false;
  #isReachable = false;
  #wasReachable = false;
  /** It has asked for a key again: if it had given this page up meanwhile, it needs what is sent to a new one. */
  #hasBegunAnew = false;
  #deadline: unknown = null;
  /** When it was sent a whole picture that it had asked for, of late. */
  #keyFramesAt: number[] = [];
  #stopWatchingFirstPicture = () => {};
  readonly #listening = new AbortController();

  constructor(options: RemotePageOptions) {
    const { callId, contactId, session, client, clock, me } = options;
    this.#options = options;
    this.contactId = contactId;
    this.session = session;
    this.#stream = options.createMediaStream();
    this.#mayBeRead = createAllowance(clock);
    this.#packets = createPacketReader(client, { callId, contactId, session }, me, options.memory);
    this.#trust = createLinkTrust(
      (description) => options.seals.check(description, this.#route(contactId)),
      options.events.changed,
    );
    this.review();
    this.sendHello();
  }

  /** Can be asked for its newest key, at any time. */
  sendHello() {
    this.#tell({ type: 'hello', page: this.#options.pageKeys.publicKey });
  }

  async sendKey({ number, key }: NumberedKey, isUsed: boolean) {
    const { pageKeys } = this.#options;
    if (this.#publicKey === null) return;
    const route = this.#pageRoute(this.#options.me);
    const wrapped = await pageKeys.wrap(key, this.#publicKey, route);
    if (wrapped !== null) this.#tell({ type: 'key', page: pageKeys.publicKey, number, wrapped, isUsed });
  }

  handleSignal(signal: MediaKeySignal) {
    this.#handleAlone(() => this.#applySignal(signal)).catch(() => {});
  }

  addTrack(track: MediaStreamTrack) {
    const { changed } = this.#options.events;
    this.#stream.addTrack(track);
    for (const type of ['mute', 'unmute', 'ended'])
      track.addEventListener(type, changed, { signal: this.#listening.signal });
    if (track.kind === 'video') this.#watchFirstPicture();
    changed();
  }

  removeTrack(track: MediaStreamTrack) {
    this.#stream.removeTrack(track);
    if (track.kind === 'video') this.#stopWatchingFirstPicture();
    this.#options.events.changed();
  }

  handleData(bytes: Bytes) {
    if (!this.#mayBeRead(bytes)) return;
    this.#readAlone(async () => {
      const text = await this.#packets.read(bytes);
      const message = text === null || this.#isClosed ? null : decodePeerMessage(this.#joinPieces(text));
      // An introduction begins with it: what follows is read too.
      if (message?.type === 'participant') this.#unread = null;
      if (message?.type === 'media') this.#handleMedia(message);
      if (message?.type === 'pictureLevel') this.#setReceivedLevel(message.level);
      else if (message?.type === 'keyFrame') this.#handleKeyFrameRequest();
      else if (message) this.#options.events.message(message);
    }).catch(() => {});
  }

  handleUndecryptable() {
    this.#undecryptableAt = this.#options.clock.now();
  }

  /** The room, who is in it, or who can open what is sent has changed. */
  review() {
    const { clock, events } = this.#options;
    const wasReachable = this.#isReachable;
    this.#isReachable = this.canRead();
    if (this.#isReachable && !wasReachable) {
      events.reachable(this.#wasReachable);
      this.#wasReachable = true;
    }
    if (this.#isInRoom()) {
      if (this.#deadline !== null) clock.clearTimeout(this.#deadline);
      this.#deadline = null;
    } else {
      this.#unread = 0;
      this.#deadline ??= clock.setTimeout(events.lost, LINK_RETRY_MS);
    }
  }

  /** What of the pictures that it receives is to suffer last. */
  wish(): PicturePreference | null {
    return this.#wish;
  }

  /** Packets can be sent to it. */
  canRead(): boolean {
    return this.#isInRoom() && this.#options.senderKeys.isReady(this.contactId);
  }

  /** Repeats what was not answered, and looks at what arrives. Once a second. */
  async tick() {
    const { room, senderKeys } = this.#options;
    if (this.#publicKey === null || this.#keySince === null) this.sendHello();
    else if (senderKeys.isPending(this.contactId)) senderKeys.sendAgain(this.contactId);
    this.#receiveIfLate();
    if (!this.#isUp()) return;
    this.#requestIntroduction();
    const before = this.#arrivals.state();
    // If the media server does not answer, nothing is known of who has switched off what.
    const said = this.#media && expectedOf(this.#media, this.#options.wantsVideo(), this.#receivedLevel);
    this.#arrivals.add(await room.arrivals(this.contactId), room.answers() ? said : EVERYTHING);
    if (this.#arrivals.isDecoded()) this.#undecryptableAt = Number.NEGATIVE_INFINITY;
    const now = this.#arrivals.state();
    if (this.#isClosed) return;
    // Its key may have got lost on this side.
    if (now === 'undecryptable' && now !== before) this.sendHello();
    const isUndecryptable = this.#isUndecryptable();
    if (now !== before || isUndecryptable !== this.#wasUndecryptable) this.#options.events.changed();
    this.#wasUndecryptable = isUndecryptable;
  }

  peer(): Peer {
    const link = this.#quality();
    const isUp = link === 'good' || link === 'weak';
    return {
      contactId: this.contactId,
      link,
      trust: this.#trust.isRefused() && !isUp ? 'forged' : this.#trust.trust(),
      signedBy: this.#trust.key(),
      isUndecryptable: this.#isUndecryptable(),
      isDescribed: this.#publicKey !== null,
      stream: this.#stream.getTracks().length > 0 ? this.#stream : null,
      hasAudio: this.#arrives('audio'),
      hasVideo: this.#arrives('video'),
      sentLevel: this.#options.sentLevel(),
      receivedLevel: this.#receivedLevel,
    };
  }

  close() {
    const { clock, room, senderKeys } = this.#options;
    this.#isClosed = true;
    this.#stopWatchingFirstPicture();
    this.#listening.abort();
    if (this.#deadline !== null) clock.clearTimeout(this.#deadline);
    room.forget(this.contactId);
    senderKeys.remove(this.contactId);
  }

  async #applySignal(mediaKey: MediaKeySignal) {
    const { type, body, seal } = mediaKey;
    const onUsed = await this.#trust.check({ type, sdp: body, ...(seal !== undefined && { seal }) });
    const signal = onUsed && !this.#isClosed ? readKeySignal(mediaKey) : null;
    if (!signal || !onUsed) return;
    // A page has one key pair for as long as it lives.
    if (this.#publicKey !== null && this.#publicKey !== signal.page) return;
    onUsed();
    const isFirst = this.#publicKey === null;
    this.#publicKey = signal.page;
    if (isFirst) this.#options.senderKeys.add(this.contactId);
    await this.#applyKeys(signal, isFirst);
    this.#options.events.changed();
  }

  async #applyKeys(signal: KeySignal, isFirst: boolean) {
    const { pageKeys, senderKeys } = this.#options;
    if (signal.type === 'hello' && !isFirst) {
      this.#hasBegunAnew = true;
      senderKeys.sendAgain(this.contactId);
    }
    if (signal.type === 'received') {
      senderKeys.handleReceived(this.contactId, signal.number);
      if (this.#hasBegunAnew) this.#isReachable = false;
      this.#hasBegunAnew = false;
      this.review();
    }
    if (signal.type !== 'key' || signal.number < this.#options.memory.keyNumber) return;
    const { number, wrapped, page, isUsed } = signal;
    const key = await pageKeys.unwrap(wrapped, page, this.#pageRoute(this.contactId));
    if (!key || this.#isClosed) return;
    this.#addKey({ number, key }, isUsed);
    this.#tell({ type: 'received', page: pageKeys.publicKey, number });
  }

  #addKey(key: NumberedKey, isUsed: boolean) {
    const { room, memory } = this.#options;
    this.#keySince ??= this.#options.clock.now();
    memory.keyNumber = key.number;
    room.setKeyOf(this.contactId, key.number, key.key);
    this.#packets.addKey(key);
    // Not before: a picture that begins with frames that cannot be opened waits for the next whole one.
    if (isUsed) this.#receive();
  }

  #setReceivedLevel(level: PictureLevel) {
    this.#receivedLevel = level;
    this.#options.events.changed();
  }

  #handleMedia(media: Extract<PeerMessage, { type: 'media' }>) {
    this.#media = media;
    this.#wish = media.prefers ?? null;
    this.#options.events.wished();
  }

  /** Everybody's picture pays for it: more than an honest page asks for is ignored. */
  #handleKeyFrameRequest() {
    const now = this.#options.clock.now();
    this.#keyFramesAt = this.#keyFramesAt.filter((at) => now - at < KEY_FRAMES_WITHIN_MS);
    if (this.#keyFramesAt.length >= KEY_FRAMES_MAX) return;
    this.#keyFramesAt.push(now);
    this.#options.room.sendKeyFrame();
  }

  #watchFirstPicture() {
    const { clock, room, send } = this.#options;
    this.#stopWatchingFirstPicture();
    this.#stopWatchingFirstPicture = watchFirstPicture({
      clock,
      isDecoded: async () => ((await room.arrivals(this.contactId))?.picturesDecoded ?? 0) > 0,
      request: () => send({ type: 'keyFrame' }),
    });
  }

  #receive() {
    this.#isReceiving = true;
    this.#options.room.receive(this.contactId);
  }

  /** That the key is used may have got lost. */
  #receiveIfLate() {
    if (this.#isReceiving || this.#keySince === null) return;
    if (this.#options.clock.now() - this.#keySince > KEY_USED_WITHIN_MS) this.#receive();
  }

  /**
   * Its first packets may have come before the client here knew that it is in the room, which then drops them. Who asks for a key again
   * is introduced anew.
   */
  #requestIntroduction() {
    if (this.#unread === null) return;
    this.#unread += 1;
    if (this.#unread % INTRODUCED_WITHIN_TICKS === 0) this.sendHello();
  }

  #tell(signal: KeySignal) {
    const { me, seals, tell } = this.#options;
    const { type, body } = writeKeySignal(signal);
    const send = async () => {
      const { seal } = await seals.seal({ type, sdp: body }, this.#route(me));
      if (!this.#isClosed) tell({ type, body, ...(seal !== undefined && { seal }) });
    };
    send().catch(() => {});
  }

  /** From one of the two pages to the other. */
  #route(from: string): Route {
    const { me, contactId, session, ownSession } = this.#options;
    return from === me
      ? { from: me, to: contactId, session: ownSession, toSession: session }
      : { from: contactId, to: me, session, toSession: ownSession };
  }

  #pageRoute(from: string) {
    const { session, toSession } = this.#route(from);
    return { callUniqueId: this.#options.callId, session, toSession };
  }

  #isInRoom(): boolean {
    const { room } = this.#options;
    return room.state() === 'connected' && room.has(this.contactId);
  }

  /** Both ways: its key is here, and it has confirmed this page's. */
  #isUp(): boolean {
    const isUp = this.#keySince !== null && this.canRead();
    this.#wasUp ||= isUp;
    return isUp;
  }

  /** What arrives may also be broken by a narrow link. */
  #isUndecryptable(): boolean {
    const isReported = this.#options.clock.now() - this.#undecryptableAt < REPORTED_WITHIN_MS;
    return isReported && this.#isInRoom() && this.#arrivals.isLasting();
  }

  #quality(): LinkQuality {
    const isUp = this.#isUp();
    if (!this.#wasUp) return 'connecting';
    // A key that is not confirmed yet takes nothing from what is seen.
    if (!this.#isInRoom() || this.#arrivals.state() !== 'fine') return 'reconnecting';
    const { room, sentLevel } = this.#options;
    const isReduced = sentLevel() !== 'full' || this.#receivedLevel !== 'full';
    return !isUp || isReduced || room.isWeak(this.contactId) ? 'weak' : 'good';
  }

  #arrives(kind: 'audio' | 'video'): boolean {
    return this.#stream.getTracks().some((track) => track.kind === kind && !track.muted);
  }
}
