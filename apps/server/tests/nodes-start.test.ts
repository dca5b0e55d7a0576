/** Several servers that start at the same moment over an empty database and folder. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { migrations } from '../src/db/migrations';
import { hasRedis, TestRedis } from '../testing/redis';
import { bundleServer, cleanUp, makeFolder, ServerProcess } from '../testing/server-process';

vi.setConfig({ testTimeout: 90_000 });

describe.skipIf(!hasRedis)('three servers', () => {
  let redis: TestRedis;
  let folder: string;
  let admin: pg.Client;
  let servers: ServerProcess[] = [];
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const { connectionString } = inject('database');

  beforeAll(async () => {
    [redis, folder] = await Promise.all([TestRedis.start(), makeFolder(), bundleServer()]);
    admin = new pg.Client({ connectionString });
    await admin.connect();
    await admin.query(`create database ${database}`);
  });
  afterAll(async () => {
    await cleanUp(folder, servers);
    await admin.query(`drop database ${database} with (force)`);
    await admin.end();
    await redis.stop();
  });

  test('create tables, keys and demo people once between them, and all of them serve', async () => {
    const databaseUrl = connectionString.replace(/\/[^/]*$/, `/${database}`);
    const variables = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, DATA_DIR: 'data', DEMO: 'true' };
    servers = [1, 2, 3].map(() => new ServerProcess(folder, variables));
    const urls = await Promise.all(servers.map((server) => server.ready()));

    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const numbers = await client.query<{ number: number }>('select number from migrations order by number');
    expect(numbers.rows.map(({ number }) => number)).toEqual(migrations.map(({ number }) => number));
    const nodes = await client.query('select id from nodes');
    expect(nodes.rows).toHaveLength(3);
    await client.end();
    const apiKey = (await readFile(join(folder, 'data', 'keys', 'api.key'), 'utf8')).trim();
    const configs = await Promise.all(urls.map(async (url) => (await fetch(`${url}/config.json`)).json()));
    for (const config of configs) expect(JSON.stringify(config)).toContain(apiKey);

    for (const server of servers) server.kill('SIGTERM');
    expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    expect(servers.map(({ errors }) => errors)).toEqual(['', '', '']);
  });
});
