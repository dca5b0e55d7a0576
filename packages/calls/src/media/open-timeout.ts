import { READY_WAIT_MS } from '@earth/contracts';
import type { CallPorts, OpenedMedia, WantedMedia } from '../ports';

/** Opens devices with a time limit: after it they count as failed (A9.14), and tracks that come later are stopped. */
export function openWithTimeout(
  { media, clock }: Pick<CallPorts, 'media' | 'clock'>,
  wanted: WantedMedia,
): Promise<OpenedMedia> {
  return new Promise((resolve) => {
    let isLate = false;
    const timer = clock.setTimeout(() => {
      isLate = true;
      resolve({
        audio: null,
        video: null,
        facing: wanted.facing,
        canFlip: false,
        cameraProblem: wanted.video ? 'failed' : null,
        microphoneProblem: wanted.audio ? 'failed' : null,
      });
    }, READY_WAIT_MS);
    void media.open(wanted).then((opened) => {
      clock.clearTimeout(timer);
      if (isLate) for (const track of [opened.audio, opened.video]) track?.stop();
      else resolve(opened);
    });
  });
}
