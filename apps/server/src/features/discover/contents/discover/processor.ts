/** Queue of views to process: one at a time on each server, in a thread of its own, so that requests are answered meanwhile. */
import { VIEW_FORMAT } from '@earth/vision';
import { createBackground } from '../../../../async/background';
import { createPoller } from '../../../../async/poller';
import type { Context } from '../../../../context';
import { blobKeyOf } from '../media';
import { createWorkerThread } from '../worker-thread';
import type { ProcessedView, ViewSource } from './process-view';
import * as queue from './queue-store';

/** Poll interval for views that an import, or another server, has queued. */
const POLL_MS = 10_000;
/** Far longer than a view takes on a busy machine. */
const VIEW_TIMEOUT_MS = 120_000;
/** A picture that ends the thread so often is given up. */
const TRIES_MAX = 3;

export interface ViewProcessor {
  /** Starts to process, beginning with what was left from before and what has another format. */
  start(): void;
  /** Looks for queued views. */
  wake(): void;
  /** Resolves when nothing is being processed. */
  idle(): Promise<void>;
  readonly isStopped: boolean;
  /** Stops; what was being processed stays in the queue. */
  stop(): Promise<void>;
}

const rejected = (reason: NonNullable<ProcessedView['reason']>): ProcessedView => ({
  rating: 0,
  reason,
  files: null,
  rivals: [],
});

export function createViewProcessor({ blobs, clock, db, log, nodeId, settings }: Context): ViewProcessor {
  const background = createBackground(log);
  const poller = createPoller(clock, background, poll, POLL_MS);
  const thread = createWorkerThread<ViewSource, ProcessedView>('discover/view-worker', VIEW_TIMEOUT_MS);
  let isStopped = false;

  async function poll(): Promise<null> {
    if (!settings.processViews) return null;
    // In each round: beside this server an older one may still store its format.
    await queue.enqueueOutdated(db, VIEW_FORMAT);
    for (let next = await claim(); next; next = await claim()) await processNext(next);
    // Its memory is not needed until there are other views.
    await thread.stop();
    return null;
  }

  const claim = async () => (isStopped ? undefined : await queue.claimNext(db, nodeId));

  async function processNext(claimed: queue.ClaimedView): Promise<void> {
    try {
      const { rating, reason, files } = await resultOf(claimed);
      await queue.finish(db, nodeId, claimed, {
        format: VIEW_FORMAT,
        rating,
        reason,
        digest: files?.digest ?? null,
        evw: files ? Buffer.from(files.evw) : null,
        indexRecord: files ? Buffer.from(files.record) : null,
        thumbnail: files ? Buffer.from(files.thumbnail) : null,
      });
    } catch (error) {
      if (!isStopped) log.error({ err: error, id: claimed.id }, 'A view could not be processed');
      // It stays in the queue, with one try less unless the server was stopped.
      await (isStopped ? queue.release(db, nodeId, claimed) : queue.retry(db, nodeId, claimed));
    }
  }

  async function resultOf(claimed: queue.ClaimedView): Promise<ProcessedView> {
    const { id, fileId, maskId, tries } = claimed;
    if (tries > TRIES_MAX) return rejected('failed');
    const ending = await queue.findEnding(db, fileId);
    const picture = ending === null ? null : await blobs.read(blobKeyOf(fileId, `file.${ending}`));
    if (!picture) return rejected('unreadable');
    const mask = maskId === null ? null : await blobs.read(blobKeyOf(maskId, 'file.png'));
    const others = await queue.findOthers(db, claimed, VIEW_FORMAT);
    const processed = await thread.run({ id, picture, mask, others, rivals: [] });
    if (processed.rivals.length === 0) return processed;
    const rivals = await queue.findViewFiles(db, processed.rivals);
    return await thread.run({ id, picture, mask, others: [], rivals });
  }

  return {
    start: poller.start,
    wake: poller.wake,
    idle: () => background.idle(),
    get isStopped() {
      return isStopped;
    },
    async stop() {
      isStopped = true;
      poller.stop();
      await thread.close();
      await background.idle();
    },
  };
}
