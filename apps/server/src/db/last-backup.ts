/** When the last backup was made, which the page of health tells. */
import pg from 'pg';

/** The name of the fact: an ISO 8601 moment. */
export const LAST_BACKUP = 'last-backup';

export async function recordBackup(connectionString: string, madeAt: Date): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'earth-backup' });
  await client.connect();
  try {
    await client.query(
      'insert into server_facts (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [LAST_BACKUP, madeAt.toISOString()],
    );
  } finally {
    await client.end();
  }
}
