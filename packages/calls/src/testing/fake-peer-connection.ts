/**
 * Fake RTCPeerConnection without a network. It is faithful in what the mesh depends on: signalling states and their errors,
 * implicit descriptions and rollback, transceivers that are not reused for the other's offer (RFC 8829, 5.10), candidates
 * that need a description, ICE restarts, negotiated data channels.
 */
import type { PeerConnection } from '../ports';
import { FakeTrack } from './fake-media';

interface FakeMedia {
  readonly mid: string;
  readonly kind: 'audio' | 'video';
}

/** The content of a description. */
interface FakeSdp {
  readonly from: number;
  readonly ufrag: string;
  readonly media: readonly FakeMedia[];
  readonly hasChannel: boolean;
  /** A description that is read later contains the candidates found meanwhile. */
  readonly hasCandidates: boolean;
}

interface FakeParameters {
  readonly transactionId: number;
  readonly encodings: readonly { readonly codec?: FakeCodec; readonly maxBitrate?: number }[];
  /** Those that were agreed on. */
  readonly codecs: readonly FakeCodec[];
}

interface FakeCodec {
  readonly mimeType: string;
}

const rank = ({ mimeType }: FakeCodec, used: string | undefined) => (mimeType === used ? 0 : 1);

const CODECS = { audio: ['audio/opus'], video: ['video/VP8', 'video/rtx', 'video/VP9'] } as const;

interface FakeTransceiver {
  mid: string | null;
  readonly kind: 'audio' | 'video';
  direction: RTCRtpTransceiverDirection;
  readonly sender: {
    track: FakeTrack | null;
    replaceTrack(track: FakeTrack | null): Promise<void>;
    setStreams(): void;
    /** A copy, as in browsers: a change counts only when it is set, and only if none was set since it was read. */
    getParameters(): FakeParameters;
    setParameters(parameters: FakeParameters, options?: { readonly encodingOptions: readonly object[] }): Promise<void>;
  };
  readonly receiver: { readonly track: FakeTrack };
}

/** The default of `max-message-size` (RFC 8841, 6.1). */
const MESSAGE_MAX = 64 * 1024;

class FakeChannel extends EventTarget {
  readyState: RTCDataChannelState = 'connecting';

  constructor(private readonly deliver: (data: unknown) => void) {
    super();
  }

  send(data: unknown) {
    if (typeof data === 'string' && data.length > MESSAGE_MAX) throw new TypeError('The message is too large');
    this.sendAnything(data);
  }

  /** Without the limit: of a hostile page it does not hold. */
  sendAnything(data: unknown) {
    if (this.readyState !== 'open') throw new DOMException('not open', 'InvalidStateError');
    this.deliver(data);
  }

  become(state: RTCDataChannelState) {
    if (this.readyState === state || this.readyState === 'closed') return;
    this.readyState = state;
    if (state === 'open') this.dispatchEvent(new Event('open'));
    if (state === 'closed') this.dispatchEvent(new Event('close'));
  }
}

const wrongState = (what: string) => new DOMException(what, 'InvalidStateError');

/** The network between fake connections. After a cut, links recover only through an ICE restart. */
export class FakeNet {
  readonly connections: FakePeerConnection[] = [];
  readonly create = ({ iceCandidatePoolSize = 0 }: RTCConfiguration): PeerConnection => {
    const connection = new FakePeerConnection(this, this.connections.length, iceCandidatePoolSize > 0);
    this.connections.push(connection);
    return connection as unknown as PeerConnection;
  };
  /** The statistics of every connection. */
  stats: readonly Readonly<Record<string, unknown>>[] = [];
  /** Nothing arrives, and no connection has noticed it. */
  isSilent = false;
  /** Messages are lost, as for an older page that does not know them. */
  dropMessages = false;
  #isCut = false;
  /** ICE credentials that were in use when the network was cut: they no longer connect. */
  readonly dead = new Set<string>();

  get isCut() {
    return this.#isCut;
  }

  cut(state: 'disconnected' | 'failed') {
    this.#isCut = true;
    for (const connection of this.open()) connection.breakLink(state);
  }

  heal() {
    this.#isCut = false;
  }

  open() {
    return this.connections.filter(({ signalingState }) => signalingState !== 'closed');
  }
}

export class FakePeerConnection extends EventTarget {
  signalingState: RTCSignalingState = 'stable';
  connectionState: RTCPeerConnectionState = 'new';
  localDescription: RTCSessionDescriptionInit | null = null;
  remoteDescription: RTCSessionDescriptionInit | null = null;
  /** Counted for the tests. */
  offers = 0;
  rollbacks = 0;
  keyFrames = 0;
  /** Encoders that have failed. */
  refusesCodecs = false;
  iceServers: readonly RTCIceServer[] = [];
  #stable: { local: RTCSessionDescriptionInit | null; remote: RTCSessionDescriptionInit | null } = {
    local: null,
    remote: null,
  };
  readonly #transceivers: FakeTransceiver[] = [];
  #channel: FakeChannel | null = null;
  #ufrag: string;
  #restarts = 0;
  #wantsRestart = false;
  #hasRemoteCandidate = false;
  #isCheckQueued = false;
  #chain = Promise.resolve();
  #received = 0;

  constructor(
    private readonly net: FakeNet,
    private readonly number: number,
    /** Chromium (156) at times finds no candidates at all for one that pools them and is described at once: here, always. */
    private readonly isPooling: boolean,
  ) {
    super();
    this.#ufrag = `${number}.0`;
  }

  setConfiguration({ iceServers = [] }: RTCConfiguration) {
    this.iceServers = iceServers;
  }

  createDataChannel(_label: string, init: RTCDataChannelInit) {
    if (init.negotiated !== true || init.id !== 0) throw new TypeError('the mesh agrees on channel 0 beforehand');
    this.#channel = new FakeChannel((data) => {
      if (this.net.dropMessages) return;
      const event = Object.assign(new Event('message'), { data });
      queueMicrotask(() => this.#peer()?.channel?.dispatchEvent(event));
    });
    this.#check();
    return this.#channel;
  }

  get channel() {
    return this.#channel;
  }

  addTransceiver(trackOrKind: FakeTrack | 'audio' | 'video', init: RTCRtpTransceiverInit) {
    const kind = typeof trackOrKind === 'string' ? trackOrKind : trackOrKind.kind;
    const transceiver = this.#makeTransceiver(kind, null);
    transceiver.direction = init.direction ?? 'sendrecv';
    if (typeof trackOrKind !== 'string') transceiver.sender.track = trackOrKind;
    this.#check();
    return transceiver;
  }

  getTransceivers() {
    return [...this.#transceivers];
  }

  restartIce() {
    this.#wantsRestart = true;
    this.#check();
  }

  setLocalDescription() {
    const done = this.#enqueue(() => {
      if (this.signalingState === 'have-remote-offer') this.#answer();
      else if (this.signalingState !== 'closed') this.#offer();
      else throw wrongState(`setLocalDescription in ${this.signalingState}`);
    });
    // Code that awaits the description continues before the first candidate is found.
    void done.then(async () => {
      await done;
      this.#gather();
    });
    return done;
  }

  setRemoteDescription(description: RTCSessionDescriptionInit) {
    return this.#enqueue(() => {
      const { type } = description;
      if (type === 'answer' && this.signalingState !== 'have-local-offer') throw wrongState('an answer to nothing');
      if (type === 'offer' && this.signalingState === 'have-local-offer') {
        this.rollbacks += 1;
        this.localDescription = this.#stable.local;
        // The transceivers of the first offer lose their mid; those of the other offer are new ones.
        if (!this.#stable.local) for (const transceiver of this.#transceivers) transceiver.mid = null;
      }
      this.remoteDescription = description;
      this.#hasRemoteCandidate ||= readSdp(description).hasCandidates;
      this.signalingState = type === 'offer' ? 'have-remote-offer' : 'stable';
      for (const media of readSdp(description).media) this.#addMedia(media, type === 'offer');
      if (this.signalingState === 'stable') this.#settle();
    });
  }

  addIceCandidate(candidate: RTCIceCandidateInit) {
    return this.#enqueue(() => {
      if (!this.remoteDescription) throw wrongState('a candidate before its description');
      if (candidate.usernameFragment !== readSdp(this.remoteDescription).ufrag)
        throw new DOMException('of another description', 'OperationError');
      this.#hasRemoteCandidate = true;
      this.#connect();
    });
  }

  getStats() {
    if (!this.net.isSilent) this.#received += 100;
    const pair = { type: 'candidate-pair', bytesReceived: this.#received };
    return Promise.resolve(new Map([...this.net.stats, pair].map((stats, index) => [`${index}`, stats])));
  }

  close() {
    if (this.signalingState === 'closed') return;
    const peer = this.#peer();
    this.signalingState = 'closed';
    this.connectionState = 'closed';
    this.#channel?.become('closed');
    peer?.breakLink('disconnected');
  }

  /** No event if the state stays the same, as in a browser. */
  breakLink(state: 'disconnected' | 'failed') {
    if (this.signalingState === 'closed') return;
    this.net.dead.add(this.#ufrag);
    this.#hasRemoteCandidate = false;
    this.#become(state);
  }

  /** Runs operations one after another; after `close` they never settle. */
  #enqueue(run: () => void): Promise<void> {
    const never = new Promise<void>(() => {});
    const result = this.#chain.then(() => (this.signalingState === 'closed' ? never : run()));
    this.#chain = result.catch(() => {});
    return result;
  }

  #makeTransceiver(kind: 'audio' | 'video', mid: string | null): FakeTransceiver {
    let parameters: FakeParameters = {
      transactionId: 0,
      encodings: [{}],
      codecs: CODECS[kind].map((mimeType) => ({ mimeType })),
    };
    const receiverTrack = new FakeTrack(kind, `of ${this.number}`);
    receiverTrack.muted = true;
    const transceiver: FakeTransceiver = {
      mid,
      kind,
      direction: 'recvonly',
      sender: {
        track: null,
        replaceTrack: async (track) => {
          transceiver.sender.track = track;
          this.#letMediaFlow();
        },
        setStreams: () => {},
        getParameters: () => structuredClone(parameters),
        setParameters: async (changed, options) => {
          if (changed.transactionId !== parameters.transactionId)
            throw wrongState('parameters that are not the latest');
          const named = changed.encodings.find((encoding) => encoding.codec)?.codec?.mimeType;
          if (this.refusesCodecs && named !== undefined) throw wrongState('a codec that cannot be used');
          // The one in use is listed first, as Chromium does.
          const codecs = changed.codecs.toSorted((one, other) => rank(one, named) - rank(other, named));
          parameters = { ...structuredClone(changed), codecs, transactionId: changed.transactionId + 1 };
          if (options?.encodingOptions.some((encoding) => 'keyFrame' in encoding)) this.keyFrames += 1;
        },
      },
      receiver: { track: receiverTrack },
    };
    this.#transceivers.push(transceiver);
    return transceiver;
  }

  #offer() {
    if (this.#wantsRestart && this.remoteDescription) {
      this.#restarts += 1;
      this.#ufrag = `${this.number}.${this.#restarts}`;
      this.#hasRemoteCandidate = false;
    }
    this.#wantsRestart = false;
    this.#transceivers.forEach((transceiver, index) => (transceiver.mid ??= `${index}`));
    this.offers += 1;
    this.localDescription = { type: 'offer', sdp: this.#sdp() };
    this.signalingState = 'have-local-offer';
  }

  #answer() {
    const offered = this.remoteDescription ? readSdp(this.remoteDescription) : null;
    const known = this.#stable.remote ? readSdp(this.#stable.remote) : null;
    if (known && offered && known.ufrag !== offered.ufrag) {
      this.#restarts += 1;
      this.#ufrag = `${this.number}.${this.#restarts}`;
      this.#wantsRestart = false;
    }
    this.localDescription = { type: 'answer', sdp: this.#sdp() };
    this.signalingState = 'stable';
    this.#settle();
  }

  #settle() {
    this.#stable = { local: this.localDescription, remote: this.remoteDescription };
    if (this.connectionState === 'new') this.#become('connecting');
    this.#connect();
    this.#check();
  }

  #sdp(): string {
    const media = this.#transceivers.flatMap(({ mid, kind }) => (mid === null ? [] : [{ mid, kind }]));
    const common = { from: this.number, ufrag: this.#ufrag, media, hasChannel: this.#channel !== null };
    return JSON.stringify({ ...common, hasCandidates: false } satisfies FakeSdp);
  }

  #addMedia({ mid, kind }: FakeMedia, isOffer: boolean) {
    const known = this.#transceivers.find((transceiver) => transceiver.mid === mid);
    const transceiver = known ?? (isOffer ? this.#makeTransceiver(kind, mid) : null);
    if (!transceiver || this.#stable.remote) return;
    this.dispatchEvent(Object.assign(new Event('track'), { track: transceiver.receiver.track, streams: [] }));
  }

  #gather() {
    if (this.isPooling) return;
    const candidate = {
      candidate: `host ${this.#ufrag}`,
      sdpMid: '0',
      sdpMLineIndex: 0,
      usernameFragment: this.#ufrag,
    };
    const local = this.localDescription;
    if (local) this.localDescription = { ...local, sdp: JSON.stringify({ ...readSdp(local), hasCandidates: true }) };
    for (const gathered of [candidate, null])
      this.dispatchEvent(Object.assign(new Event('icecandidate'), { candidate: gathered }));
  }

  /** The connection at the other end, by the descriptions in force. */
  #peer(): FakePeerConnection | null {
    const { local, remote } = this.#stable;
    if (!local || !remote) return null;
    const peer = this.net.connections[readSdp(remote).from];
    return peer && peer.signalingState !== 'closed' ? peer : null;
  }

  /** Connects if both descriptions are in force at both ends, candidates have arrived, and the network is not cut. */
  #connect() {
    const peer = this.#peer();
    if (!peer || this.net.isCut || this.connectionState === 'connected') return;
    const isAgreed = (one: FakePeerConnection, other: FakePeerConnection) =>
      one.#stable.remote !== null &&
      readSdp(one.#stable.remote).ufrag === other.#ufrag &&
      !this.net.dead.has(other.#ufrag);
    if (!isAgreed(this, peer) || !isAgreed(peer, this)) return;
    if (!this.#hasRemoteCandidate && !peer.#hasRemoteCandidate) return;
    for (const end of [this, peer]) end.#become('connected');
    for (const end of [this, peer]) end.#channel?.become('open');
    for (const end of [this, peer]) end.#letMediaFlow();
  }

  /** Unmutes the peer's receivers of tracks that are sent. */
  #letMediaFlow() {
    const peer = this.#peer();
    if (!peer || this.connectionState !== 'connected') return;
    for (const { mid, sender } of this.#transceivers) {
      const receiver = peer.#transceivers.find((transceiver) => transceiver.mid === mid)?.receiver;
      if (receiver && sender.track && receiver.track.muted) receiver.track.muted = false;
    }
  }

  #become(state: RTCPeerConnectionState) {
    if (this.connectionState === state) return;
    this.connectionState = state;
    this.dispatchEvent(new Event('connectionstatechange'));
  }

  /** Fires `negotiationneeded` in the stable state, as a browser does. */
  #check() {
    if (this.#isCheckQueued) return;
    this.#isCheckQueued = true;
    queueMicrotask(() => {
      this.#isCheckQueued = false;
      const isUnsaid = this.#transceivers.some(({ mid }) => mid === null) || (this.#channel && !this.#stable.local);
      if (this.signalingState === 'stable' && (isUnsaid || this.#wantsRestart))
        this.dispatchEvent(new Event('negotiationneeded'));
    });
  }
}

const readSdp = (description: RTCSessionDescriptionInit) => JSON.parse(description.sdp ?? '') as FakeSdp;
