/**
 * LiveKit: picture, sound and peer messages go through a media server, encrypted for the other pages with keys that it does not get. Who
 * is in the call, and the keys, come over the server's own socket as the signals of the mesh do (decision 0151).
 */
import type { MediaKeySignal, Participant, PeerMessage } from '@earth/contracts';
import { createMutex } from '@earth/async';
import type { CallPorts } from '../../ports';
import { createPageSignals, type PageSignals } from '../page-signals';
import { encodePeerMessage } from '../peer-messages';
import { inPieces } from '../pieces';
import type { CallTransport, EngineOptions, LocalTracks, PictureSize, TransportEvents } from '../transport';
import { type MediaRoom, type MediaServerClient, type PageKeys, RoomRefusal } from './media-room';
import { createPacketWriter, type PacketWriter, type PageMemory } from './packets';
import { RemotePage } from './remote-page';
import { createSenderKeys, type SenderKeys } from './sender-keys';
import { createSentWatch } from './sent-watch';

type LiveKitPorts = Pick<CallPorts, 'realtime' | 'clock' | 'createMediaStream' | 'createId' | 'loadMediaServer'>;

const TICK_MS = 1_000;
/** After a connection to the media server has failed. */
const RETRY_MS = 2_000;
/** New tokens, if the media server accepts none. */
const ASK_EVERY_MS = 30_000;

/**
 * Somebody who joins only one other gets their newest key within the time that media need, so both request media at once. With more people
 * the key is changed later, and what arrives before could not be opened.
 */
const PEOPLE_WITHOUT_WAITING = 2;

/** So many attempts, if none has ever succeeded. */
const ATTEMPTS = 2;
/** So long a call that has gone through the media server waits for it: half of the time after which its people are lost. */
export const WAIT_FOR_SERVER_MS = 15_000;

export interface LiveKitOptions extends EngineOptions {
  /** How many are in the call, this page included. */
  readonly people: () => number;
  readonly events: TransportEvents & {
    /** The media server cannot be reached from here; it is tried again. */
    unreachable(): void;
    /** Another page connects from browser to browser, because it cannot reach the media server. */
    meshWanted(contactId: string): void;
  };
}

/** Also what must be handed over if another engine takes the call over. */
export interface LiveKitTransport extends CallTransport {
  /** Ends without leaving the call. */
  stop(): void;
}

/** What exists as soon as the client is loaded. */
interface Loaded {
  readonly client: MediaServerClient;
  readonly room: MediaRoom;
  readonly pageKeys: PageKeys;
  readonly senderKeys: SenderKeys;
  readonly writer: PacketWriter;
}

export const createLiveKitTransport = (ports: LiveKitPorts, options: LiveKitOptions): LiveKitTransport =>
  new LiveKitEngine(ports, options);

class LiveKitEngine implements LiveKitTransport {
  readonly #ports: LiveKitPorts;
  readonly #options: LiveKitOptions;
  readonly #session: string;
  readonly #signals: PageSignals;
  readonly #pages = new Map<string, RemotePage>();
  /** By session. */
  readonly #memories = new Map<string, PageMemory>();
  readonly #sendAlone = createMutex();
  readonly #sent = createSentWatch();
  #loaded: Loaded | null = null;
  #isLoading = false;
  #participant: Participant | null = null;
  #tracks: LocalTracks = { audio: null, video: null };
  #wantsVideo = true;
  #isConnecting = false;
  /** That have failed, until one succeeds; 0: one has succeeded. */
  #attempts = 0;
  #hasConnected = false;
  /** Since when the media server alone is gone; null: it is there, or this page has no connection at all. */
  #awaySince: number | null = null;
  /** When a new token was last requested, because the media server had not accepted the one before. */
  #refusedAt: number | null = null;
  #ticking: unknown = null;
  #retrying: unknown = null;
  #hasLeft = false;

  constructor(ports: LiveKitPorts, options: LiveKitOptions) {
    const { callId, me, events } = options;
    this.#ports = ports;
    this.#options = options;
    this.#session = ports.createId();
    this.#signals = createPageSignals(ports, {
      callId,
      me,
      session: this.#session,
      events: {
        refused: () => events.refused(),
        replaced: () => events.replaced(),
        joining: () => {},
        joined: (peers) => {
          for (const { contactUniqueId, session } of peers) this.#ensurePage(contactUniqueId, session);
          events.connected();
        },
        peerJoined: (contactId, session) => this.#ensurePage(contactId, session),
        peerLeft: (contactId, session) => {
          const page = this.#pages.get(contactId);
          if (page?.session === session) this.#closePage(page, false);
        },
        told: (from, session, { mediaKey, engine }) => {
          if (mediaKey) this.#handleSignal(from, session, mediaKey);
          if (engine === 'mesh') events.meshWanted(from);
        },
      },
    });
  }

  join(participant: Participant) {
    this.#participant = participant;
    if (this.#loaded) this.#joinLoaded();
    else void this.#load();
  }

  leave() {
    if (this.#hasLeft) return;
    this.stop();
    this.#signals.leave();
  }

  stop() {
    this.#hasLeft = true;
    this.#signals.stop();
    const { clock } = this.#ports;
    for (const timer of [this.#ticking, this.#retrying]) if (timer !== null) clock.clearTimeout(timer);
    for (const page of this.#pages.values()) page.close();
    this.#pages.clear();
    this.#loaded?.senderKeys.stop();
    this.#loaded?.room.close();
  }

  setTracks(tracks: LocalTracks) {
    this.#tracks = tracks;
    this.#loaded?.room.setTracks(tracks);
  }

  send(message: PeerMessage, to?: string) {
    if (message.type === 'media') this.#setWantsVideo(message.wantsVideo ?? true);
    const loaded = this.#loaded;
    if (!loaded) return;
    for (const text of inPieces(encodePeerMessage(message)))
      this.#sendAlone(async () => {
        const readers = [...this.#pages.values()].filter(
          (page) => page.canRead() && (to ?? page.contactId) === page.contactId,
        );
        if (readers.length === 0) return;
        const packet = await loaded.writer.write(text, to);
        // One after another, because a packet that another has overtaken is dropped.
        await loaded.room.send(
          packet,
          readers.map(({ contactId }) => contactId),
        );
      }).catch(() => {});
  }

  drop(contactId: string) {
    const page = this.#pages.get(contactId);
    if (page) this.#closePage(page, false);
  }

  setPictureSize(contactId: string, size: PictureSize | null) {
    this.#loaded?.room.setPictureSize(contactId, size);
  }

  mediaServer() {
    return this.#attempts >= ATTEMPTS ? ('away' as const) : ('used' as const);
  }

  peers() {
    return [...this.#pages.values()].map((page) => page.peer());
  }

  async #load() {
    if (this.#isLoading || this.#loaded) return;
    this.#isLoading = true;
    try {
      const client = await this.#ports.loadMediaServer();
      const pageKeys = await client.createPageKeys();
      if (this.#hasLeft) return;
      this.#loaded = this.#begin(client, pageKeys);
      this.#joinLoaded();
      this.#tickLater();
    } catch {
      // The script could not be fetched, or this browser cannot encrypt frames.
      if (this.#hasLeft) return;
      this.#retryLater(() => this.#load());
      this.#handleFailure();
    } finally {
      this.#isLoading = false;
    }
  }

  #begin(client: MediaServerClient, pageKeys: PageKeys): Loaded {
    const { callId, me } = this.#options;
    const room = client.createRoom(me, {
      changed: () => this.#handleRoom(),
      trackAdded: (contactId, track) => this.#pages.get(contactId)?.addTrack(track),
      trackRemoved: (contactId, track) => this.#pages.get(contactId)?.removeTrack(track),
      data: (contactId, bytes) => this.#pages.get(contactId)?.handleData(bytes),
      undecryptable: (contactId) => this.#pages.get(contactId)?.handleUndecryptable(),
    });
    const writer = createPacketWriter(client, { callId, contactId: me, session: this.#session });
    const senderKeys = createSenderKeys({
      clock: this.#ports.clock,
      createKey: () => client.createKey(),
      send: (contactId, key, isUsed) => void this.#pages.get(contactId)?.sendKey(key, isUsed),
      startUsing: (key) => {
        room.setOwnKey(key.number, key.key);
        writer.setKey(key);
      },
      onReady: (contactId) => this.#pages.get(contactId)?.review(),
    });
    room.setTracks(this.#tracks);
    room.setWantsVideo(this.#wantsVideo);
    return { client, room, pageKeys, senderKeys, writer };
  }

  #joinLoaded() {
    if (!this.#participant || this.#hasLeft) return;
    this.#signals.join(this.#participant);
    void this.#connect();
  }

  async #connect() {
    const { room } = this.#loaded ?? {};
    const { url = '', token = '' } = this.#participant ?? {};
    if (!room || room.state() !== 'closed' || this.#isConnecting || this.#hasLeft) return;
    this.#isConnecting = true;
    try {
      await room.connect(url, token, this.#options.people() <= PEOPLE_WITHOUT_WAITING);
      this.#hasConnected = true;
      this.#attempts = 0;
      this.#options.events.changed();
    } catch (error) {
      if (this.#hasLeft) return;
      if (error instanceof RoomRefusal) this.#handleRefusal();
      this.#connectLater();
      this.#handleFailure();
    } finally {
      this.#isConnecting = false;
    }
  }

  /** If another token is not accepted either, the key of the settings may be wrong: not too often. */
  #handleRefusal() {
    const now = this.#ports.clock.now();
    if (this.#refusedAt !== null && now - this.#refusedAt < ASK_EVERY_MS) return;
    this.#refusedAt = now;
    this.#options.events.refused();
  }

  #handleFailure() {
    // A call that has gone through it waits for it to come back.
    if (this.#hasConnected) return;
    this.#attempts += 1;
    if (this.#attempts >= ATTEMPTS) this.#giveUp();
  }

  #giveUp() {
    this.#attempts = ATTEMPTS;
    this.#options.events.unreachable();
    this.#options.events.changed();
  }

  /** In mid-call. Once a second. */
  #watchServer(room: MediaRoom) {
    const { clock, realtime } = this.#ports;
    const isThere = room.answers() || room.state() === 'replaced';
    if (isThere && this.#hasConnected) this.#attempts = 0;
    if (isThere || !this.#hasConnected || !realtime.isOpen()) {
      this.#awaySince = null;
      return;
    }
    this.#awaySince ??= clock.now();
    if (this.#attempts === 0 && clock.now() - this.#awaySince >= WAIT_FOR_SERVER_MS) this.#giveUp();
  }

  /** Once a second. */
  async #watchSent(room: MediaRoom) {
    const before = this.#sent.level();
    this.#sent.add(room.state() === 'connected' && (await room.isPictureLimited()));
    const level = this.#sent.level();
    if (level === before || this.#hasLeft) return;
    this.send({ type: 'pictureLevel', level });
    this.#options.events.changed();
  }

  #connectLater() {
    this.#retryLater(() => this.#connect());
  }

  #retryLater(retry: () => Promise<void>) {
    this.#retrying ??= this.#ports.clock.setTimeout(() => {
      this.#retrying = null;
      void retry();
    }, RETRY_MS);
  }

  #handleRoom() {
    for (const page of this.#pages.values()) page.review();
    if (this.#loaded?.room.state() === 'closed' && !this.#isConnecting && !this.#hasLeft) this.#connectLater();
    this.#options.events.changed();
  }

  #tickLater() {
    this.#ticking = this.#ports.clock.setTimeout(() => {
      for (const page of this.#pages.values()) page.tick().catch(() => {});
      // Before the watch, which may end this engine.
      this.#tickLater();
      if (!this.#loaded) return;
      void this.#watchSent(this.#loaded.room).catch(() => {});
      this.#watchServer(this.#loaded.room);
    }, TICK_MS);
  }

  #setWantsVideo(wantsVideo: boolean) {
    this.#wantsVideo = wantsVideo;
    this.#loaded?.room.setWantsVideo(wantsVideo);
  }

  /** One picture is sent to all. If they differ, sharp: a detail that is not seen is missed more than a movement. */
  #updateWish() {
    const wishes = new Set([...this.#pages.values()].map((page) => page.wish()));
    const wish = (['sharp', 'smooth'] as const).find((one) => wishes.has(one)) ?? null;
    this.#loaded?.room.prefer(wish);
  }

  #handleSignal(from: string, session: string, mediaKey: MediaKeySignal) {
    // From a page whose `peerJoined` was missed: the server passes on only what comes from pages in the call.
    if (!this.#pages.has(from)) this.#ensurePage(from, session);
    const page = this.#pages.get(from);
    if (page?.session === session) page.handleSignal(mediaKey);
  }

  /** A page that is named again has only reconnected its socket, and may have missed signals meanwhile: they are repeated by themselves. */
  #ensurePage(contactId: string, session: string) {
    if (this.#pages.get(contactId)?.session !== session) this.#openPage(contactId, session);
    this.#options.events.peerJoined(contactId);
  }

  #openPage(contactId: string, session: string) {
    const { clock, createMediaStream } = this.#ports;
    const { callId, me, seals, events } = this.#options;
    if (!this.#loaded) return;
    this.#pages.get(contactId)?.close();
    const memory = this.#memories.get(session) ?? { counter: 0, keyNumber: 0 };
    this.#memories.set(session, memory);
    const page: RemotePage = new RemotePage({
      ...this.#loaded,
      memory,
      callId,
      me,
      contactId,
      session,
      ownSession: this.#session,
      clock,
      seals,
      createMediaStream,
      tell: (mediaKey) => this.#signals.tell(contactId, session, { mediaKey }),
      send: (message) => this.send(message, contactId),
      sentLevel: () => this.#sent.level(),
      wantsVideo: () => this.#wantsVideo,
      events: {
        changed: () => events.changed(),
        reachable: (isAgain) => {
          events.reachable(contactId, isAgain);
          this.send({ type: 'pictureLevel', level: this.#sent.level() }, contactId);
        },
        message: (message) => events.message(contactId, message),
        wished: () => this.#updateWish(),
        lost: () => this.#closePage(page, true),
      },
    });
    this.#pages.set(contactId, page);
    this.#updateWish();
  }

  #closePage(page: RemotePage, isLost: boolean) {
    const peer = page.peer();
    this.#pages.delete(page.contactId);
    page.close();
    this.#updateWish();
    this.#options.events.peerLeft(peer, isLost);
  }
}
