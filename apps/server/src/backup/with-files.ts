import { BlobsError } from '../adapters/blobs/blobs';
import { StartError } from '../config/start-error';

/**
 * Runs what reads or writes the files of a server.
 * @param outcome what the operator can do if their store fails
 * @throws StartError if it does
 */
export async function withFiles<Result>(work: () => Promise<Result>, outcome: string): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BlobsError)) throw error;
    const why = error.reason === 'full' ? 'is full' : 'does not work';
    throw new StartError(`The store of the files ${why}: ${error.message}. ${outcome}`);
  }
}
