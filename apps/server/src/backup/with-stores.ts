import { BlobsError } from '../adapters/blobs/blobs';
import { StartError } from '../config/start-error';
import { isConnectionLost } from '../db/query-error';

/**
 * Runs what reads or writes the database and the files of a server.
 * @param outcome what the operator can do if one of them fails
 * @throws StartError if it does
 */
export async function withStores<Result>(work: () => Promise<Result>, outcome: string): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isConnectionLost(error)) throw new StartError(`The database is gone: ${error.message}. ${outcome}`);
    if (!(error instanceof BlobsError)) throw error;
    const why = error.reason === 'full' ? 'is full' : 'does not work';
    throw new StartError(`The store of the files ${why}: ${error.message}. ${outcome}`);
  }
}
