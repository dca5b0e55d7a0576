/**
 * Perfect negotiation (W3C WebRTC, section 10.7) over one RTCPeerConnection: either side may offer, at any time. Signals
 * are taken one after the other; candidates that come before the description they belong to wait for it.
 */
import type { Signal } from '@earth/contracts';
import type { PeerConnection } from '../../ports';

/** What one page tells another to negotiate: a description or a candidate. */
export type Signalled = Pick<Signal, 'description' | 'candidate'>;
type Description = NonNullable<Signalled['description']>;

export interface NegotiationOptions {
  readonly connection: PeerConnection;
  /** One side offers first; the other waits for that offer. */
  readonly isOfferer: boolean;
  /** When both offer at once the polite one takes its own offer back. One side of a link is polite, the other is not. */
  readonly isPolite: boolean;
  readonly send: (signal: Signalled) => void;
  /** A remote offer is in place: the last moment before it is answered. */
  readonly beforeAnswer: () => void;
  /** The answer has gone out. */
  readonly onAnswered: () => void;
  /**
   * Both offered first (each took the other for the newcomer). Transceivers of an offer that is taken back are not used for
   * the other's (RFC 8829, 5.10), so the polite one starts again as the one who answers.
   */
  readonly onFirstGlare: (signal: Signalled) => void;
}

export interface Negotiation {
  /** Says the offer that was prepared, else makes it: the browser's own event would wait for what the page is doing. */
  begin(): void;
  take(signal: Signalled): void;
  /** Says the last offer again where it was not answered, else offers with new ICE credentials. */
  restart(): void;
}

const isAnswerable = (description: Description) => description.type === 'offer' || description.type === 'answer';

export function createNegotiation(options: NegotiationOptions): Negotiation {
  const { connection, isOfferer, isPolite, send } = options;
  const early: RTCIceCandidateInit[] = [];
  let isMakingOffer = false;
  let taken = Promise.resolve();

  const sendLocal = () => {
    const description = connection.localDescription;
    if (description) send({ description: { type: description.type, sdp: description.sdp } });
  };

  async function offer() {
    // Who answers first has nothing to say before the other's offer: its channel alone would be half a session.
    if (!isOfferer && !connection.remoteDescription) return;
    if (isMakingOffer) return;
    try {
      isMakingOffer = true;
      await connection.setLocalDescription();
      sendLocal();
    } finally {
      isMakingOffer = false;
    }
  }

  async function takeDescription(description: Description) {
    const isFree = !isMakingOffer && connection.signalingState === 'stable';
    if (description.type === 'offer' && !isFree) {
      if (!isPolite) return;
      if (!connection.remoteDescription) return options.onFirstGlare({ description });
    }
    // An answer said twice: the first has been taken.
    if (description.type === 'answer' && connection.signalingState !== 'have-local-offer') return;
    await connection.setRemoteDescription({ type: description.type, sdp: description.sdp ?? '' });
    if (description.type === 'offer') {
      options.beforeAnswer();
      await connection.setLocalDescription();
      sendLocal();
      options.onAnswered();
    }
    for (const candidate of early.splice(0)) await takeCandidate(candidate);
  }

  /** A candidate that does not fit belongs to an offer that was not taken, and is of no use. */
  const takeCandidate = (candidate: RTCIceCandidateInit) => connection.addIceCandidate(candidate).catch(() => {});

  async function takeSignal({ description, candidate }: Signalled) {
    if (connection.signalingState === 'closed') return;
    if (description && isAnswerable(description)) await takeDescription(description);
    if (!candidate) return;
    const init = toInit(candidate);
    if (connection.remoteDescription) await takeCandidate(init);
    else early.push(init);
  }

  connection.addEventListener('negotiationneeded', () => void offer().catch(() => {}));
  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate) send({ candidate: toWire(candidate) });
  });

  return {
    begin() {
      // With the candidates that were found meanwhile.
      if (connection.signalingState === 'have-local-offer') sendLocal();
      else offer().catch(() => {});
    },
    take(signal) {
      // A description that the browser refuses leaves the link as it is; the link's keeper tries again.
      taken = taken.then(() => takeSignal(signal)).catch(() => {});
    },
    restart() {
      if (connection.signalingState === 'have-local-offer') sendLocal();
      else if (connection.remoteDescription) connection.restartIce();
    },
  };
}

const toWire = ({ candidate, sdpMid, sdpMLineIndex, usernameFragment }: RTCIceCandidate) => ({
  candidate,
  sdpMid,
  sdpMLineIndex,
  usernameFragment,
});

const toInit = (candidate: NonNullable<Signalled['candidate']>): RTCIceCandidateInit => ({
  candidate: candidate.candidate,
  sdpMid: candidate.sdpMid ?? null,
  sdpMLineIndex: candidate.sdpMLineIndex ?? null,
  usernameFragment: candidate.usernameFragment ?? null,
});
