/**
 * Requests a whole picture from a sender whose first one did not arrive. A media server sends it on as soon as it has agreed on a track,
 * which can be before this side has: then it is lost, and LiveKit asks the sender for another only a second later (`pli_throttle`).
 */
import type { Clock } from '@earth/async';

const FIRST_LOOK_MS = 100;
const LOOK_EVERY_MS = 200;
/** Then the sender does not send yet, or the media server asks. */
const LOOKS = 5;

export interface FirstPictureOptions {
  readonly clock: Clock;
  readonly isDecoded: () => Promise<boolean>;
  readonly request: () => void;
}

/** From when the track has come. @returns ends it */
export function watchFirstPicture({ clock, isDecoded, request }: FirstPictureOptions): () => void {
  let timer: unknown = null;
  let isOver = false;
  const look = async (looks: number) => {
    if (looks > LOOKS || (await isDecoded()) || isOver) return;
    request();
    lookLater(looks + 1, LOOK_EVERY_MS);
  };
  const lookLater = (looks: number, ms: number) => {
    timer = clock.setTimeout(() => void look(looks).catch(() => {}), ms);
  };
  lookLater(1, FIRST_LOOK_MS);
  return () => {
    isOver = true;
    clock.clearTimeout(timer);
  };
}
