/** Describes the pictures of products, as far as they have no description of this format. */
import { RECOGNITION_FORMAT } from '@earth/vision/recognition';
import * as queue from './queue-store';
import { readProductPicture, type Work } from './work';

/** A picture that ends the thread so often is given up. */
const TRIES_MAX = 3;

/** @returns the pictures that could not be read: they stay in the queue */
export async function describePictures(work: Work): Promise<ReadonlySet<string>> {
  const { db, nodeId } = work.context;
  const unread = new Set<string>();
  while (!work.isStopped()) {
    const batch = await queue.claimPictures(db, nodeId, RECOGNITION_FORMAT, unread);
    if (batch.length === 0) break;
    for (const [index, picture] of batch.entries()) {
      if (work.isStopped()) {
        const rest = batch.slice(index).map(({ fileId }) => fileId);
        await queue.releasePictures(db, nodeId, rest);
        break;
      }
      if (!(await describe(work, picture))) unread.add(picture.fileId);
    }
  }
  return unread;
}

/** @returns false if the picture cannot be read now: the storage may fail for a while, so the next poll tries again */
async function describe(work: Work, claimed: queue.ClaimedPicture): Promise<boolean> {
  const { db, log, nodeId } = work.context;
  const { fileId } = claimed;
  const picture = await readPicture(work, claimed);
  if (!picture) {
    await queue.releasePictures(db, nodeId, [fileId]);
    return false;
  }
  try {
    const description = await descriptionOf(work, claimed, picture);
    await queue.saveDescription(db, nodeId, fileId, { format: RECOGNITION_FORMAT, description });
  } catch (error) {
    if (!work.isStopped()) log.error({ err: error, id: fileId }, 'A picture could not be described');
    await (work.isStopped() ? queue.releasePictures(db, nodeId, [fileId]) : queue.retryPicture(db, nodeId, fileId));
  }
  return true;
}

/** Null: it is not stored, or the storage fails. Logged once, because it is tried at every poll. */
async function readPicture(
  { context, reported }: Work,
  { fileId, width }: queue.ClaimedPicture,
): Promise<Buffer | null> {
  let reason: unknown;
  try {
    const picture = await readProductPicture(context, fileId, width);
    if (picture) return picture;
  } catch (error) {
    reason = error;
  }
  if (!reported.has(fileId)) context.log.error({ err: reason, id: fileId }, 'A picture could not be read');
  reported.add(fileId);
  return null;
}

/** Null: it cannot be described. */
async function descriptionOf(
  { context, thread }: Work,
  { fileId, tries }: queue.ClaimedPicture,
  picture: Buffer,
): Promise<Buffer | null> {
  if (tries > TRIES_MAX) return null;
  const answer = await thread.run({ kind: 'describe', picture });
  if (answer.kind === 'described') return Buffer.from(answer.description);
  if (answer.kind !== 'refused') throw new Error('The thread gave another answer');
  context.log.warn({ id: fileId, problem: answer.problem }, 'A picture of a product cannot be recognized');
  return null;
}
