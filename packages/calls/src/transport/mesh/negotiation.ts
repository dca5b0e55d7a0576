/**
 * Perfect negotiation (W3C WebRTC, section 10.7) over one RTCPeerConnection. Signals are handled one after another; candidates
 * that arrive before their description wait for it.
 *
 * Only the impolite side restarts ICE; the polite side asks for it. Both notice a broken link at the same time, and would offer at
 * once: of a polite side that withdraws its offer, Chromium (156) at times takes the received picture out of its track, which then
 * stands still although it is decoded («VideoReceiveStreamInterface not connected to a VideoSink»).
 */
import { createMutex } from '@earth/async';
import type { Signal } from '@earth/contracts';
import type { PeerConnection } from '../../ports';
import type { Description } from '../transport';
import { restartIce } from './restart-ice';
import { askForFrugalSound } from './sent-sdp';

/** A signal between two pages: a description, a candidate, or the request for a restart. */
export type Signalled = Pick<Signal, 'description' | 'candidate' | 'restart'>;

export interface NegotiationOptions {
  readonly connection: PeerConnection;
  /** One side offers first; the other waits for that offer. */
  readonly isOfferer: boolean;
  /** When both offer at once, the polite side withdraws its offer. Exactly one side of a link is polite. */
  readonly isPolite: boolean;
  readonly send: (signal: Signalled) => void;
  /** Signs a description that is sent. */
  readonly seal: (description: Description) => Promise<Description>;
  /** Null: a description that has arrived must not be used. Otherwise to be called when it is used. */
  readonly check: (description: Description) => Promise<(() => void) | null>;
  /** A remote offer is set, and is about to be answered. */
  readonly beforeAnswer: () => void;
  /** The answer was sent. */
  readonly onAnswered: () => void;
  /**
   * Both sides made the first offer, each taking the other for the newcomer. Transceivers of a withdrawn offer are not reused
   * for the other's (RFC 8829, 5.10), so the polite side starts again, as the answering side.
   */
  readonly onFirstGlare: (signal: Signalled) => void;
}

export interface Negotiation {
  /** Sends the prepared offer, or makes one now: the browser's `negotiationneeded` would wait for the page's present work. */
  begin(): void;
  handleSignal(signal: Signalled): void;
  /** Offers with new ICE credentials and candidates, or asks for such an offer; before the first answer, sends the first offer again. */
  restart(): void;
  /** Sends an unanswered offer again. */
  repeatOffer(): void;
}

const isUnanswered = ({ signalingState }: PeerConnection) => signalingState === 'have-local-offer';
const isAnswerable = (description: Description) => description.type === 'offer' || description.type === 'answer';

/** Candidates that arrive before their description wait for it. */
function queueCandidates(connection: PeerConnection) {
  const early: RTCIceCandidateInit[] = [];
  async function add(candidate: RTCIceCandidateInit) {
    if (!connection.remoteDescription) early.push(candidate);
    // One that is refused belongs to an ignored offer, and can be dropped.
    else await connection.addIceCandidate(candidate).catch(() => {});
  }
  return {
    add,
    async flush() {
      for (const candidate of early.splice(0)) await add(candidate);
    },
  };
}

/** Sends signals in their order: sealing a description takes a moment, and its candidates must not overtake it. */
function createSender({ connection, send, seal }: Pick<NegotiationOptions, 'connection' | 'send' | 'seal'>) {
  const sendAlone = createMutex();
  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate) sendAlone(async () => send({ candidate: toWire(candidate) })).catch(() => {});
  });
  return {
    sendLocal() {
      const { localDescription } = connection;
      if (!localDescription) return;
      const { type, sdp } = localDescription;
      sendAlone(async () => send({ description: await seal({ type, sdp: askForFrugalSound(sdp) }) })).catch(() => {});
    },
  };
}

async function answer({ connection, beforeAnswer, onAnswered }: NegotiationOptions, sendLocal: () => void) {
  beforeAnswer();
  await connection.setLocalDescription();
  sendLocal();
  onAnswered();
}

export function createNegotiation(options: NegotiationOptions): Negotiation {
  const { connection, isOfferer, isPolite, send } = options;
  const candidates = queueCandidates(connection);
  let isMakingOffer = false;
  const handleAlone = createMutex();
  const { sendLocal } = createSender(options);
  const isClosed = () => connection.signalingState === 'closed';

  async function offer() {
    // The answering side does not offer before the first offer arrives: it would offer the data channel alone.
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

  async function applyDescription(description: Description) {
    // First, because the states below may change meanwhile.
    const onUsed = await options.check(description);
    if (!onUsed || isClosed()) return;
    const isFree = !isMakingOffer && connection.signalingState === 'stable';
    if (description.type === 'offer' && !isFree) {
      if (!isPolite) return;
      if (!connection.remoteDescription) return options.onFirstGlare({ description });
    }
    // A repeated answer: the first has been applied.
    if (description.type === 'answer' && connection.signalingState !== 'have-local-offer') return;
    await connection.setRemoteDescription({ type: description.type, sdp: description.sdp ?? '' });
    onUsed();
    if (description.type === 'offer') await answer(options, sendLocal);
    await candidates.flush();
  }

  /** For a peer that asks for a restart. */
  function offerAgain() {
    if (isMakingOffer) return;
    // It may have been sent while the peer could not be reached. Not a new one, which the answer to this one would not fit.
    if (isUnanswered(connection)) sendLocal();
    else if (connection.remoteDescription) restartIce(connection);
  }

  async function applySignal({ description, candidate, restart }: Signalled) {
    if (isClosed()) return;
    if (restart && !isPolite) offerAgain();
    if (description && isAnswerable(description)) await applyDescription(description);
    if (candidate) await candidates.add(toInit(candidate));
  }

  connection.addEventListener('negotiationneeded', () => void offer().catch(() => {}));

  return {
    begin() {
      // The description contains the candidates found meanwhile.
      if (isUnanswered(connection)) sendLocal();
      else offer().catch(() => {});
    },
    // A description that the browser refuses leaves the link as it is; the link keeper tries again.
    handleSignal: (signal) => void handleAlone(() => applySignal(signal)).catch(() => {}),
    restart() {
      const wasUnanswered = isUnanswered(connection);
      if (!connection.remoteDescription) {
        if (wasUnanswered) sendLocal();
      } else if (isPolite) send({ restart: true });
      else {
        restartIce(connection);
        // There is no `negotiationneeded` meanwhile, and an offer that nobody answered may have the addresses of another network.
        if (wasUnanswered) offer().catch(() => {});
      }
    },
    repeatOffer: () => isUnanswered(connection) && sendLocal(),
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
