/** Folders for the embedded databases of a test, all deleted afterwards. */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedDatabase, startEmbedded } from '../src/db/embedded';

export class EmbeddedPlace {
  /** Contains the two below. */
  readonly root: string;
  readonly dataDir: string;
  /** For data and programs that cannot be reached under DATA_DIR. */
  readonly shared: string;
  readonly #databases: EmbeddedDatabase[] = [];

  private constructor(root: string, shared: string) {
    this.root = root;
    this.dataDir = join(root, 'data');
    this.shared = join(shared, 'shared');
  }

  static async make(): Promise<EmbeddedPlace> {
    const [root, shared] = [await openFolder(), await openFolder()];
    const place = new EmbeddedPlace(root, shared);
    await mkdir(place.dataDir);
    return place;
  }

  async start(): Promise<EmbeddedDatabase> {
    const database = await startEmbedded(this.dataDir, this.shared);
    this.#databases.push(database);
    return database;
  }

  async end(): Promise<void> {
    for (const database of this.#databases) await database.stop();
    await rm(this.root, { recursive: true, force: true });
    await rm(join(this.shared, '..'), { recursive: true, force: true });
  }
}

/** A folder that everybody may enter. */
async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earth-embedded-'));
  await chmod(folder, 0o755);
  return folder;
}

/** The first row of a query. */
export async function ask(connectionString: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<pg.QueryResultRow>(sql);
    return rows[0];
  } finally {
    await client.end();
  }
}
