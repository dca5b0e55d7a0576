/**
 * Requests a whole picture from a sender whose first one did not arrive. A media server sends it on as soon as it has agreed on a track,
 * which can be before this side has: then it is lost, and LiveKit asks the sender for another only a second later (`pli_throttle`).
 */
import type { Clock } from '@earth/async';

/** Later the sender does not send yet, or the media server has asked. In between, a whole picture passes a slow line. */
const LOOKS_AFTER_MS = [100, 300, 600];

export interface FirstPictureOptions {
  readonly clock: Clock;
  readonly isDecoded: () => Promise<boolean>;
  readonly request: () => void;
}

/** From when the track has come. @returns ends it */
export function watchFirstPicture({ clock, isDecoded, request }: FirstPictureOptions): () => void {
  let timer: unknown = null;
  let isOver = false;
  const look = async (later: readonly number[]) => {
    if ((await isDecoded()) || isOver) return;
    request();
    lookAfter(later);
  };
  const lookAfter = ([ms, ...later]: readonly number[]) => {
    if (ms !== undefined) timer = clock.setTimeout(() => void look(later).catch(() => {}), ms);
  };
  lookAfter(LOOKS_AFTER_MS);
  return () => {
    isOver = true;
    clock.clearTimeout(timer);
  };
}
