/**
 * What arrives of one participant, by samples of each second. A connection may be well while nothing comes through it of what the
 * participant sends, and pictures and sound may arrive that cannot be decrypted: only what is decoded proves that somebody is seen and
 * heard.
 */
/** Totals of the picture and sound of one participant, since the track began. */
export interface Arrivals {
  readonly bytes: number;
  readonly pictureBytes: number;
  readonly picturesDecoded: number;
  readonly soundPackets: number;
  /** What was decoded of it. */
  readonly soundPlayed: number;
}

/** So many samples in a row. */
const TROUBLE_SAMPLES = 3;
/** A key that got lost on the way is here again sooner. */
const LASTING_SAMPLES = 6;

export type ArrivalState = 'fine' | 'silent' | 'undecryptable';

/** What a participant says that they send. */
export interface Sends {
  readonly audio: boolean;
  readonly video: boolean;
}

export const EVERYTHING: Sends = { audio: true, video: true };

/** What is to arrive of it: pictures that this page does not want are not sent. */
export const wantedOf = (sends: Sends | null, wantsVideo: boolean): Sends | null =>
  sends && { ...sends, video: sends.video && wantsVideo };

export interface ArrivalWatch {
  /** @param sends what is to arrive; null: nothing is known of it */
  add(arrivals: Arrivals | null, sends: Sends | null): void;
  state(): ArrivalState;
  /** It has not been decodable for so long that a key that is requested again should have come. */
  isLasting(): boolean;
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
    add(now, sends) {
      const before = last;
      last = now;
      // The tracks are others than before.
      if (!now || !before || now.bytes < before.bytes || now.picturesDecoded < before.picturesDecoded) {
        silent = pictures = sound = 0;
        return;
      }
      const isSending = sends !== null && (sends.audio || sends.video);
      silent = isSending && now.bytes === before.bytes ? silent + 1 : 0;
      const grown = (key: keyof Arrivals) => now[key] - before[key];
      pictures = sends?.video === false ? 0 : next(pictures, grown('pictureBytes'), grown('picturesDecoded'));
      sound = sends?.audio === false ? 0 : next(sound, grown('soundPackets'), grown('soundPlayed'));
    },
    state() {
      if (undecoded() >= TROUBLE_SAMPLES) return 'undecryptable';
      return silent >= TROUBLE_SAMPLES ? 'silent' : 'fine';
    },
    isLasting: () => undecoded() >= LASTING_SAMPLES,
  };
}
