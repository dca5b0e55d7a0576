/** Rates a link as good or weak by the browser's statistics (W3C WebRTC statistics), in both directions. */

/** Above this share of lost packets, or this round-trip time, the picture freezes at times. */
const WEAK_LOSS = 0.05;
const WEAK_ROUND_TRIP_SECONDS = 0.5;
/** So many good samples in a row end a weak period, so that the rating does not flicker. */
const GOOD_SAMPLES = 2;

/** One sample of the statistics: totals since the link began. */
export interface LinkSample {
  readonly packetsReceived: number;
  readonly packetsLost: number;
  /** The largest share of the sent packets that the peer reports as lost. */
  readonly lossAtPeer: number;
  readonly roundTripSeconds: number;
}

export interface LinkHealth {
  readonly isWeak: boolean;
  readonly goodInARow: number;
  readonly last: LinkSample | null;
}

export const unknownHealth: LinkHealth = { isWeak: false, goodInARow: 0, last: null };

const numberIn = (stats: Readonly<Record<string, unknown>>, key: string): number => {
  const value = stats[key];
  return typeof value === 'number' ? value : 0;
};

export function readSample(report: RTCStatsReport): LinkSample {
  let packetsReceived = 0;
  let packetsLost = 0;
  let lossAtPeer = 0;
  let roundTripSeconds = 0;
  report.forEach((stats: Readonly<Record<string, unknown>>) => {
    if (stats['type'] === 'inbound-rtp') {
      packetsReceived += numberIn(stats, 'packetsReceived');
      packetsLost += numberIn(stats, 'packetsLost');
    } else if (stats['type'] === 'remote-inbound-rtp') {
      lossAtPeer = Math.max(lossAtPeer, numberIn(stats, 'fractionLost'));
    } else if (stats['type'] === 'candidate-pair' && stats['nominated'] === true) {
      roundTripSeconds = Math.max(roundTripSeconds, numberIn(stats, 'currentRoundTripTime'));
    }
  });
  return { packetsReceived, packetsLost, lossAtPeer, roundTripSeconds };
}

/** The health after one more sample. */
export function assess({ isWeak, goodInARow, last }: LinkHealth, sample: LinkSample): LinkHealth {
  const lost = Math.max(0, sample.packetsLost - (last?.packetsLost ?? 0));
  const received = Math.max(0, sample.packetsReceived - (last?.packetsReceived ?? 0));
  const loss = lost + received === 0 ? 0 : lost / (lost + received);
  const isBad = loss > WEAK_LOSS || sample.lossAtPeer > WEAK_LOSS || sample.roundTripSeconds > WEAK_ROUND_TRIP_SECONDS;
  if (isBad) return { isWeak: true, goodInARow: 0, last: sample };
  const good = goodInARow + 1;
  return { isWeak: isWeak && good < GOOD_SAMPLES, goodInARow: good, last: sample };
}
