/**
 * What arrives of one participant, by samples of each second. A connection may be well while nothing comes through it of what the
 * participant sends, and pictures and sound may arrive that cannot be decrypted: only what is decoded proves that somebody is seen and
 * heard.
 */
import type { PeerMessage, PictureLevel } from '@earth/contracts';

/** Totals of the picture and sound of one participant, since the track began. */
export interface Arrivals {
  readonly bytes: number;
  readonly pictureBytes: number;
  readonly picturesDecoded: number;
  readonly soundPackets: number;
  /** What was decoded of it. */
  readonly soundPlayed: number;
  /** Samples that the page has taken to play, decoded or made up: none if it may not play sound yet. */
  readonly soundTaken: number;
}

const noArrivals: Arrivals = {
  bytes: 0,
  pictureBytes: 0,
  picturesDecoded: 0,
  soundPackets: 0,
  soundPlayed: 0,
  soundTaken: 0,
};

type Received = RTCInboundRtpStreamStats & { readonly jitterBufferEmittedCount?: number };

const isReceived = (stats: RTCStats): stats is Received => stats.type === 'inbound-rtp';

function add(sum: Arrivals, stats: Received): Arrivals {
  const { bytesReceived = 0, framesDecoded = 0, kind, packetsReceived = 0 } = stats;
  const bytes = sum.bytes + bytesReceived;
  if (kind === 'video')
    return {
      ...sum,
      bytes,
      pictureBytes: sum.pictureBytes + bytesReceived,
      picturesDecoded: sum.picturesDecoded + framesDecoded,
    };
  // Chromium counts only sound that was decoded as emitted; a browser that does not count it is believed.
  const { jitterBufferEmittedCount: played = packetsReceived, totalSamplesReceived: taken = packetsReceived } = stats;
  return {
    ...sum,
    bytes,
    soundPackets: sum.soundPackets + packetsReceived,
    soundPlayed: sum.soundPlayed + played,
    soundTaken: sum.soundTaken + taken,
  };
}

/** @returns the sum of all received streams; null: there are none */
export function readArrivals(stats: Iterable<RTCStats>): Arrivals | null {
  let sum: Arrivals | null = null;
  for (const one of stats) if (isReceived(one)) sum = add(sum ?? noArrivals, one);
  return sum;
}

/** So many samples in a row. */
const TROUBLE_SAMPLES = 3;
/** A key that got lost on the way is here again sooner. */
const LASTING_SAMPLES = 6;

export type ArrivalState = 'fine' | 'silent' | 'undecryptable';

/** What is to arrive of a participant. */
export interface Expected {
  readonly audio: boolean;
  readonly video: boolean;
  /** The picture does not stand still for seconds, as a screen does, or one that is reduced to still pictures. */
  readonly isMoving: boolean;
}

export const EVERYTHING: Expected = { audio: true, video: true, isMoving: true };

/** By what the participant says. Pictures that this page does not want are not sent. */
export const expectedOf = (
  { audio, video, screen = false }: Extract<PeerMessage, { type: 'media' }>,
  wantsVideo: boolean,
  level: PictureLevel,
): Expected => ({ audio, video: video && wantsVideo, isMoving: !screen && level === 'full' });

export interface ArrivalWatch {
  /** @param expected null: nothing is known of it */
  add(arrivals: Arrivals | null, expected: Expected | null): void;
  state(): ArrivalState;
  /** It has not been decodable for so long that a key that is requested again should have come. */
  isLasting(): boolean;
  /** All that arrived in the latest sample was decoded. */
  isDecoded(): boolean;
}

/** So many samples in a row in which something arrived and nothing was decoded. */
const next = (inARow: number, arrived: number, decoded: number) => {
  if (decoded > 0) return 0;
  return arrived > 0 ? inARow + 1 : inARow;
};

export function createArrivalWatch(): ArrivalWatch {
  let last: Arrivals | null = null;
  let [silent, pictures, sound] = [0, 0, 0];
  const undecoded = () => Math.max(pictures, sound);

  return {
    add(now, expected) {
      const before = last;
      last = now;
      // The tracks are others than before.
      if (!now || !before || now.bytes < before.bytes || now.picturesDecoded < before.picturesDecoded) {
        silent = pictures = sound = 0;
        return;
      }
      const isExpected = expected !== null && (expected.audio || (expected.video && expected.isMoving));
      silent = isExpected && now.bytes === before.bytes ? silent + 1 : 0;
      const grown = (key: keyof Arrivals) => now[key] - before[key];
      pictures = expected?.video === false ? 0 : next(pictures, grown('pictureBytes'), grown('picturesDecoded'));
      const isPlaying = grown('soundTaken') > 0;
      if (expected?.audio === false) sound = 0;
      else if (isPlaying) sound = next(sound, grown('soundPackets'), grown('soundPlayed'));
    },
    state() {
      if (undecoded() >= TROUBLE_SAMPLES) return 'undecryptable';
      return silent >= TROUBLE_SAMPLES ? 'silent' : 'fine';
    },
    isLasting: () => undecoded() >= LASTING_SAMPLES,
    isDecoded: () => undecoded() === 0,
  };
}
