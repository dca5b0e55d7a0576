/** The same contents twice in the PostgreSQL of the product's server: the same program, settings and disk. */
import { databaseUrl, type TestServer } from '@earth/e2e/world/server';
import pg from 'pg';
import { fillProduct, fillWideTable, makeWideTable } from './rows';

const DATABASE = 'bench_contents';

export interface Databases {
  /** The product's. */
  readonly own: pg.Client;
  /** Of the database with the wide table. */
  readonly wideUrl: string;
  /** Adds contents to both up to this count. */
  fill(count: number): Promise<void>;
  close(): Promise<void>;
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

export async function openDatabases(server: TestServer): Promise<Databases> {
  const ownUrl = await databaseUrl(server.dataDir);
  const own = await connect(ownUrl);
  await own.query(`create database ${DATABASE}`);
  const wideUrl = new URL(`/${DATABASE}`, ownUrl).href;
  const wide = await connect(wideUrl);
  await makeWideTable(wide);
  let filled = 0;
  return {
    own,
    wideUrl,
    async fill(count) {
      await fillProduct(own, filled + 1, count);
      await fillWideTable(wide, filled + 1, count);
      filled = count;
    },
    async close() {
      await wide.end();
      await own.end();
    },
  };
}
