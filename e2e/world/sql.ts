import pg from 'pg';
import { databaseUrl, type TestServer } from './server';

/** Runs a statement in the server's database. */
export async function runSql({ dataDir }: TestServer, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: await databaseUrl(dataDir) });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
