import pg from 'pg';
import { databaseUrl, type TestServer } from './server';

/** Runs a statement in the server's database. */
export async function runSql(server: TestServer, statement: string): Promise<void> {
  await querySql(server, statement);
}

/** Runs a statement, and gives its rows. */
export async function querySql({ dataDir }: TestServer, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: await databaseUrl(dataDir) });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
