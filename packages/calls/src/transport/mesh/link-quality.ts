/** Rates a link as good, weak or silent by the browser's statistics (W3C WebRTC statistics), in both directions. */
import { type Arrivals, readArrivals } from '../arrival-watch';

/** Above this share of lost packets, or this round-trip time, the picture freezes at times. */
const WEAK_LOSS = 0.05;
const WEAK_ROUND_TRIP_SECONDS = 0.5;
/** So many good samples in a row end a weak period, so that the rating does not flicker. */
export const GOOD_SAMPLES = 4;
/** The share of lost packets is taken over so many samples: in one of them there are too few packets. */
const LOSS_SAMPLES = 2;
/** So many samples in a row without anything received: the way is broken, though the browser does not say so yet. */
export const SILENT_SAMPLES = 2;
/**
 * So many connectivity checks without an answer, in a time in which none was answered, though something arrives: the peer does not
 * receive what is sent. The browser itself says so after five to six seconds.
 */
const UNANSWERED_CHECKS = 2;

/** One sample of the statistics: totals since the link began. */
export interface LinkSample {
  readonly packetsReceived: number;
  readonly packetsLost: number;
  /** The largest share of the sent packets that the peer reports as lost. */
  readonly lossAtPeer: number;
  readonly roundTripSeconds: number;
  /** Changes with all that arrives: media, reports on them, messages, connectivity checks. */
  readonly arrived: number;
  /** Connectivity checks, and answers to them. */
  readonly checksSent: number;
  readonly checksAnswered: number;
  /** Of the received sound: packets, and samples that were played, and of these those that had to be made up. */
  readonly soundPackets: number;
  readonly soundPlayed: number;
  readonly soundMissing: number;
  /** Bits a second that can be sent, as the browser estimates; null: it does not say. */
  readonly available: number | null;
  /** Sound and picture alone; null: there are none. */
  readonly media: Arrivals | null;
}

export interface LinkHealth {
  readonly isWeak: boolean;
  readonly goodInARow: number;
  readonly silentInARow: number;
  /** Connectivity checks that were sent until the latest sample with an answer to one. */
  readonly checksBefore: number;
  /** The latest samples with something received, newest last: at most LOSS_SAMPLES. */
  readonly recent: readonly LinkSample[];
}

export const unknownHealth: LinkHealth = { isWeak: false, goodInARow: 0, silentInARow: 0, checksBefore: 0, recent: [] };

const numberIn = (stats: Readonly<Record<string, unknown>>, key: string): number => {
  const value = stats[key];
  return typeof value === 'number' ? value : 0;
};

/** The id of the pair of addresses in use; null: the browser does not say. */
function usedPairOf(report: RTCStatsReport): string | null {
  let used: string | null = null;
  report.forEach((stats: Readonly<Record<string, unknown>>) => {
    const pair = stats['type'] === 'transport' ? stats['selectedCandidatePairId'] : null;
    if (typeof pair === 'string') used = pair;
  });
  return used;
}

export function readSample(report: RTCStatsReport): LinkSample {
  const usedPair = usedPairOf(report);
  let packetsReceived = 0;
  let packetsLost = 0;
  let lossAtPeer = 0;
  let roundTripSeconds = 0;
  let arrived = 0;
  let checksSent = 0;
  let checksAnswered = 0;
  let soundPackets = 0;
  let soundPlayed = 0;
  let soundMissing = 0;
  let available: number | null = null;
  report.forEach((stats: Readonly<Record<string, unknown>>) => {
    if (stats['type'] === 'inbound-rtp') {
      packetsReceived += numberIn(stats, 'packetsReceived');
      packetsLost += numberIn(stats, 'packetsLost');
      if (stats['kind'] !== 'audio') return;
      soundPackets += numberIn(stats, 'packetsReceived');
      soundPlayed += numberIn(stats, 'totalSamplesReceived');
      soundMissing += numberIn(stats, 'concealedSamples');
    } else if (stats['type'] === 'remote-inbound-rtp') {
      lossAtPeer = Math.max(lossAtPeer, numberIn(stats, 'fractionLost'));
    } else if (stats['type'] === 'candidate-pair') {
      for (const key of ['bytesReceived', 'requestsReceived', 'responsesReceived']) arrived += numberIn(stats, key);
      if (stats['nominated'] !== true) return;
      // A pair that was used before goes on being checked, in vain.
      if (usedPair === null || stats['id'] === usedPair) {
        checksSent += numberIn(stats, 'requestsSent');
        checksAnswered += numberIn(stats, 'responsesReceived');
      }
      roundTripSeconds = Math.max(roundTripSeconds, numberIn(stats, 'currentRoundTripTime'));
      // A pair from before a restart says nothing any more.
      if (typeof stats['availableOutgoingBitrate'] === 'number')
        available = Math.max(available ?? 0, stats['availableOutgoingBitrate']);
    }
  });
  const sound = { soundPackets, soundPlayed, soundMissing };
  const checks = { checksSent, checksAnswered };
  const media = readArrivals(report.values() as Iterable<RTCStats>);
  return { packetsReceived, packetsLost, lossAtPeer, roundTripSeconds, arrived, ...checks, ...sound, available, media };
}

/** The health after one more sample. */
export function assess(health: LinkHealth, sample: LinkSample): LinkHealth {
  const { isWeak, goodInARow, silentInARow, recent } = health;
  if (sample.arrived === recent.at(-1)?.arrived) return { ...health, silentInARow: silentInARow + 1 };
  const before = recent[0];
  const lost = Math.max(0, sample.packetsLost - (before?.packetsLost ?? 0));
  const received = Math.max(0, sample.packetsReceived - (before?.packetsReceived ?? 0));
  const loss = lost + received === 0 ? 0 : lost / (lost + received);
  const isAnswered = sample.checksAnswered !== recent.at(-1)?.checksAnswered;
  const checksBefore = isAnswered ? sample.checksSent : health.checksBefore;
  const isBad =
    loss > WEAK_LOSS ||
    sample.lossAtPeer > WEAK_LOSS ||
    sample.roundTripSeconds > WEAK_ROUND_TRIP_SECONDS ||
    // A browser that does not count the answers says nothing.
    (sample.checksAnswered > 0 && sample.checksSent - checksBefore >= UNANSWERED_CHECKS);
  const good = isBad ? 0 : goodInARow + 1;
  return {
    isWeak: isBad || (isWeak && good < GOOD_SAMPLES),
    goodInARow: good,
    silentInARow: 0,
    checksBefore,
    recent: [...recent, sample].slice(-LOSS_SAMPLES),
  };
}

export const isSilent = ({ silentInARow }: LinkHealth): boolean => silentInARow >= SILENT_SAMPLES;
