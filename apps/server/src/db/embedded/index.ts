/** Embedded PostgreSQL: real binaries, data under DATA_DIR. */
import { findBinaries } from './binaries';
import { isClusterRunning, makeCluster, type Place, startCluster, stopCluster } from './cluster';
import { findFolder } from './folder';
import { type Supervised, supervise, type Supervision } from './supervisor';

export interface EmbeddedDatabase {
  readonly connectionString: string;
  /** The folder of the data. */
  readonly folder: string;
  /** The data is not under DATA_DIR, since the database's user may not enter that. */
  readonly isElsewhere: boolean;
  /** Restarts the database if it ends by itself. @returns a function that ends the supervision; to be called before `stop` */
  supervise(supervision: Supervision): () => Promise<void>;
  /** Shuts down: ends all connections and flushes everything. */
  stop(): Promise<void>;
}

/** For files that the database's account must be able to reach if it may not enter our own folders. */
const SHARED_FOLDER = '/var/lib/earth';

/**
 * Starts the database of a data folder, or adopts the one that a killed server left running.
 * @param dataDir an existing folder
 * @throws EmbeddedError if that is not possible
 */
export async function startEmbedded(dataDir: string, shared: string = SHARED_FOLDER): Promise<EmbeddedDatabase> {
  const { folder, account, isElsewhere } = await findFolder(dataDir, shared);
  const place = { folder, account, binaries: await findBinaries(account, shared) };
  await makeCluster(place);
  const { address: connectionString, port } = await startCluster(place);
  return {
    connectionString,
    folder,
    isElsewhere,
    supervise: (supervision) => supervise({ ...supervision, ...clusterAt(place, port) }),
    stop: () => stopCluster(place),
  };
}

/** At the same address each time, so that broken connections reconnect by themselves. */
const clusterAt = (place: Place, port: number): Supervised => ({
  isRunning: () => isClusterRunning(place),
  start: async () => {
    await startCluster(place, port);
  },
});
