/** Publisher: shows and hides contents when their moments come, and forgets what was deleted or logged long ago, and files that no menu names. */
import { createBackground } from '../../../../async/background';
import { createPoller } from '../../../../async/poller';
import type { Context } from '../../../../context';
import { sweepMenuFiles } from '../menu-editing/service';
import { deleteContent, lockRevision } from '../writing-store';
import { deleteBlobs } from '../writing';
import { forgetChanges, LOG_DAYS } from './history-store';
import { DELETED_DAYS, findDeletedBefore, findNextMoment, lockDeletedBefore, showDue } from './live-store';

const DAY_MS = 86_400_000;
/** Poll interval: another server may have set a moment, and stopped. */
const POLL_MS = 15_000;
const SWEEP_MS = 3_600_000;

export interface Publisher {
  start(): void;
  /** A moment was set. */
  wake(): void;
  stop(): Promise<void>;
}

/** Deletes a content for ever, with its files, unless somebody has brought it back meanwhile. */
export async function forgetContent(context: Context, id: number, before: Date): Promise<void> {
  const files = await context.db.transaction(async (transaction) => {
    await lockRevision(transaction);
    return (await lockDeletedBefore(transaction, id, before)) ? await deleteContent(transaction, id) : [];
  });
  await deleteBlobs(context, files);
}

export function createPublisher(context: Context): Publisher {
  const { clock, db, log } = context;
  const background = createBackground(log);
  const poller = createPoller(clock, background, poll, POLL_MS);
  let sweptAt = 0;

  async function poll(): Promise<Date | null> {
    const now = clock.now();
    await db.transaction(async (transaction) => {
      await lockRevision(transaction);
      await showDue(transaction, now);
    });
    await forgetDeleted(new Date(now.getTime() - DELETED_DAYS * DAY_MS));
    await forgetChanges(db, new Date(now.getTime() - LOG_DAYS * DAY_MS));
    if (now.getTime() - sweptAt >= SWEEP_MS) {
      sweptAt = now.getTime();
      await sweepMenuFiles(context);
    }
    return await findNextMoment(db, now);
  }

  async function forgetDeleted(before: Date): Promise<void> {
    for (const id of await findDeletedBefore(db, before)) await forgetContent(context, id, before);
  }

  return {
    start: poller.start,
    wake: poller.wake,
    async stop() {
      poller.stop();
      await background.idle();
    },
  };
}
