/** Builds the indexes of catalogues whose pictures are described, as far as they have changed. */
import { RECOGNITION_FORMAT } from '@earth/vision/recognition';
import { digestOf, productsOf, triedIn } from './index-rows';
import * as queue from './queue-store';
import { findDescribed, findDescriptions } from './store';
import { readProductPicture, type Work } from './work';

/**
 * @param unread pictures for which no catalogue waits, because they cannot be read now
 * @returns whether the indexes of all catalogues are those of their pictures
 */
export async function buildIndexes(work: Work, unread: ReadonlySet<string>): Promise<boolean> {
  const { db, pool } = work.context;
  let isComplete = true;
  for (const { isWaiting, ...catalogue } of await queue.findCatalogues(db, RECOGNITION_FORMAT, unread)) {
    if (work.isStopped()) return false;
    const described = isWaiting ? [] : await findDescribed(pool, null, RECOGNITION_FORMAT, catalogue);
    // Another server describes what is waiting, or its turn comes again in the next round.
    const isBuilt = !isWaiting && (catalogue.digest === digestOf(described) || (await build(work, catalogue)));
    isComplete &&= isBuilt;
  }
  return isComplete;
}

/** @returns false if another server is building it, or it failed */
async function build(work: Work, catalogue: queue.BuiltCatalogue): Promise<boolean> {
  const { db, log, nodeId, pool } = work.context;
  const { id } = catalogue;
  if (!(await queue.claimCatalogue(db, nodeId, id))) return false;
  try {
    await addTrials(work, await findDescriptions(pool, null, RECOGNITION_FORMAT, catalogue));
    const rows = await findDescriptions(pool, null, RECOGNITION_FORMAT, catalogue);
    const built = await work.thread.run({ kind: 'build', products: productsOf(rows), calibration: null });
    if (built.kind !== 'built') throw new Error('The thread gave another answer');
    const { calibration } = built;
    const index = Buffer.from(built.index);
    await queue.saveIndex(db, nodeId, id, { format: RECOGNITION_FORMAT, digest: digestOf(rows), calibration, index });
    return true;
  } catch (error) {
    if (!work.isStopped()) log.error({ err: error, id }, 'The index of a catalogue could not be built');
    await queue.releaseCatalogue(db, nodeId, id);
    return false;
  }
}

/** Simulates the photographs by which the catalogue is calibrated, as far as an earlier build has not. */
async function addTrials(work: Work, rows: Awaited<ReturnType<typeof findDescriptions>>): Promise<void> {
  const { context, thread } = work;
  const { tried, count } = triedIn(rows);
  for (const { fileId, width, description, trials } of tried) {
    if (trials && trials.length >= count * description.length) continue;
    const picture = await readProductPicture(context, fileId, width);
    if (!picture) continue;
    const answer = await thread.run({ kind: 'trials', picture, count });
    if (answer.kind === 'trials') await queue.saveTrials(context.db, fileId, Buffer.concat([...answer.descriptions]));
  }
}
