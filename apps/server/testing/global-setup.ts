/** One real PostgreSQL for the whole test run, with a template that each test server copies. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { readSettings } from '../src/config/settings';
import { type EmbeddedDatabase, startEmbedded } from '../src/db/embedded';
import { startServer } from '../src/start';
import './provided';

const TEMPLATE = 'template_demo';

let dataDir: string;
let embedded: EmbeddedDatabase;

export async function setup(project: TestProject): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'earth-test-'));
  await chmod(dataDir, 0o755);
  embedded = await startEmbedded(dataDir);
  const masterKey = randomBytes(32).toString('hex');
  await makeTemplate(embedded.connectionString, dataDir, masterKey);
  project.provide('database', { connectionString: embedded.connectionString, template: TEMPLATE, dataDir, masterKey });
}

export async function teardown(): Promise<void> {
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function makeTemplate(connectionString: string, dataDir: string, masterKey: string): Promise<void> {
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  // These rows need not survive a power cut.
  await admin.query('alter system set fsync = off');
  await admin.query('select pg_reload_conf()');
  await admin.end();
  const settings = readSettings({
    DATABASE_URL: connectionString.replace(/\/[^/]*$/, `/${TEMPLATE}`),
    DATA_DIR: dataDir,
    MASTER_KEY: masterKey,
    PORT: '0',
    TURN_PORT: '0',
    DEMO: 'true',
    PROCESS_VIEWS: 'false',
    LOG_LEVEL: 'error',
  });
  const server = await startServer(settings, { notice: () => undefined, onLost: () => undefined });
  await server.stop();
}
