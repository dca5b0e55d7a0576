/** PostgreSQL as a part of this server: real binaries, data under DATA_DIR. */
import { findBinaries } from './binaries';
import { isClusterRunning, makeCluster, type Place, startCluster, stopCluster } from './cluster';
import { findFolder } from './folder';
import { type Supervised, supervise, type Supervision } from './supervisor';

export interface EmbeddedDatabase {
  readonly connectionString: string;
  /** Where the data lies. */
  readonly folder: string;
  /** The data could not lie under DATA_DIR: the database's user may not enter that. */
  readonly isElsewhere: boolean;
  /** Starts it again where it ends by itself. @returns what ends that; to be called before `stop` */
  supervise(supervision: Supervision): () => Promise<void>;
  /** Ends all connections and writes everything down. */
  stop(): Promise<void>;
}

/** For what the account of the database must be able to enter, where it may not enter our own folders. */
const SHARED_FOLDER = '/var/lib/earth';

/**
 * Starts the database of a data folder, or adopts the one that a killed server left running.
 * @param dataDir an existing folder
 * @throws EmbeddedError where that is not possible
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

/** At the same address each time: connections that broke come back by themselves. */
const clusterAt = (place: Place, port: number): Supervised => ({
  isRunning: () => isClusterRunning(place),
  start: async () => {
    await startCluster(place, port);
  },
});
