/**
 * Describes the pictures of products and builds the indexes of catalogues, in a thread of its own: after contents have changed, and after an
 * upgrade that changes the format. Only what is new is described. Deletes photographs of visitors that were kept for a year.
 */
import { createBackground } from '../../../../async/background';
import { createPoller } from '../../../../async/poller';
import type { Context } from '../../../../context';
import { createWorkerThread } from '../worker-thread';
import { buildIndexes } from './build-indexes';
import { describePictures } from './describe-pictures';
import { deleteBefore } from './photographs-store';
import { findState } from './store';
import type { Answer, Task } from './tasks';
import type { Work } from './work';

/** Poll interval for what an import, a call or another server has changed. */
const POLL_MS = 10_000;
/** Calibrating the largest catalogue takes minutes. */
const TIMEOUT_MS = 1_200_000;
/** Photographs, and feedback about results, are kept so long. */
const KEPT_MONTHS = 12;

interface CatalogueBuilder {
  /** Starts to build, beginning with what was left from before and what has another format. */
  start(): void;
  /** Stops; what was being described stays in the queue. */
  stop(): Promise<void>;
}

export function createCatalogueBuilder(context: Context): CatalogueBuilder {
  const { clock, db, log, pool, settings } = context;
  const background = createBackground(log);
  const poller = createPoller(clock, background, poll, POLL_MS);
  const thread = createWorkerThread<Task, Answer>('recognition/recognition-worker', TIMEOUT_MS);
  let isStopped = false;
  const work: Work = { context, thread, isStopped: () => isStopped, reported: new Set() };
  /** The state of contents and catalogues for which everything is built. */
  let builtState: string | undefined;

  async function poll(): Promise<null> {
    const longAgo = clock.now();
    longAgo.setMonth(longAgo.getMonth() - KEPT_MONTHS);
    await deleteBefore(db, longAgo);
    if (!settings.processViews) return null;
    const state = await findState(pool);
    if (state === builtState) return null;
    const unread = await describePictures(work);
    const isBuilt = await buildIndexes(work, unread);
    if (isBuilt && unread.size === 0) builtState = state;
    // Its memory is not needed until something changes.
    await thread.stop();
    return null;
  }

  return {
    start: poller.start,
    async stop() {
      isStopped = true;
      poller.stop();
      await thread.close();
      await background.idle();
    },
  };
}
