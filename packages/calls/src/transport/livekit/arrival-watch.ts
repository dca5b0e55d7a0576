/**
 * What arrives of one participant, by samples of each second. A media server's connection may be well while a participant's is broken,
 * and pictures may arrive that cannot be decrypted: only decoded ones prove that somebody is seen.
 */
import type { Arrivals } from './media-room';

/** So many samples in a row. */
const TROUBLE_SAMPLES = 3;

export type ArrivalState = 'fine' | 'silent' | 'undecryptable';

export interface ArrivalWatch {
  /** @param sends whether the participant says that they send sound or picture */
  add(arrivals: Arrivals | null, sends: boolean): void;
  state(): ArrivalState;
}

export function createArrivalWatch(): ArrivalWatch {
  let last: Arrivals | null = null;
  let silentInARow = 0;
  let uselessInARow = 0;

  return {
    add(now, sends) {
      const before = last;
      last = now;
      // The tracks are others than before.
      if (!now || !before || now.bytes < before.bytes || now.picturesDecoded < before.picturesDecoded) {
        silentInARow = uselessInARow = 0;
        return;
      }
      silentInARow = sends && now.bytes === before.bytes ? silentInARow + 1 : 0;
      if (now.picturesDecoded > before.picturesDecoded) uselessInARow = 0;
      else if (now.pictureBytes > before.pictureBytes) uselessInARow += 1;
    },
    state() {
      if (uselessInARow >= TROUBLE_SAMPLES) return 'undecryptable';
      return silentInARow >= TROUBLE_SAMPLES ? 'silent' : 'fine';
    },
  };
}
