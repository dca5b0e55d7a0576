/** Describes the pictures of products, as far as they have no description of this format. */
import { RECOGNITION_FORMAT } from '@earth/vision/recognition';
import * as queue from './queue-store';
import { readProductPicture, type Work } from './work';

/** A picture that ends the thread so often is given up. */
const TRIES_MAX = 3;

export async function describePictures(work: Work): Promise<void> {
  const { db, nodeId } = work.context;
  while (!work.isStopped()) {
    const batch = await queue.claimPictures(db, nodeId, RECOGNITION_FORMAT);
    if (batch.length === 0) return;
    for (const [index, picture] of batch.entries()) {
      if (!work.isStopped()) await describe(work, picture);
      else {
        const rest = batch.slice(index).map(({ fileId }) => fileId);
        await queue.releasePictures(db, nodeId, rest);
        return;
      }
    }
  }
}

async function describe(work: Work, claimed: queue.ClaimedPicture): Promise<void> {
  const { db, log, nodeId } = work.context;
  const { fileId } = claimed;
  try {
    const description = await descriptionOf(work, claimed);
    await queue.saveDescription(db, nodeId, fileId, { format: RECOGNITION_FORMAT, description });
  } catch (error) {
    if (!work.isStopped()) log.error({ err: error, id: fileId }, 'A picture could not be described');
    await (work.isStopped() ? queue.releasePictures(db, nodeId, [fileId]) : queue.retryPicture(db, nodeId, fileId));
  }
}

/** Null: it cannot be described. */
async function descriptionOf({ context, thread }: Work, claimed: queue.ClaimedPicture): Promise<Buffer | null> {
  if (claimed.tries > TRIES_MAX) return null;
  const picture = await readProductPicture(context, claimed.fileId, claimed.width);
  if (!picture) return null;
  const answer = await thread.run({ kind: 'describe', picture });
  return answer.kind === 'described' ? Buffer.from(answer.description) : null;
}
