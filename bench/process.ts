/** Visitors who read contents while 100 views of a model are processed: see README.md. */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { addModelView, processModel } from '@earth/contracts';
import { signInByApi } from '@earth/e2e/world/api';
import { createContentByApi } from '@earth/e2e/world/content-api';
import { makeMarker } from '@earth/e2e/world/markers';
import { databaseUrl, startServer, type TestServer } from '@earth/e2e/world/server';
import pg from 'pg';
import sharp from 'sharp';
import { connectApi, postJson } from './crowd/api';
import type { Figure } from './figures';
import { NO_LIMITS } from './no-limits';

const VIEWS = 100;
const READERS = 1_000;
/** Each reader opens a page so often. */
const EVERY_MS = 10_000;
const ALONE_MS = 30_000;
const GOAL_MS = 100;
const PAGES = 10;

const jpegOf = async (seed: number): Promise<string> => {
  const { data, width, height } = makeMarker(seed).picture;
  const jpeg = await sharp(data, { raw: { width, height, channels: 1 } })
    .jpeg()
    .toBuffer();
  return jpeg.toString('base64');
};

/** A model of the demo company. @returns a function that processes its views, which are added here, and waits for the last one */
async function createModel(server: TestServer, database: pg.Client) {
  const email = 'operator@demo.example';
  const create = await createContentByApi(server, email);
  const contentId = await create({ title: 'Model', descr: 'Of many views', ctnView: 7, visibility: 'public' });
  const { rows } = await database.query<{ id: string }>('select id from models where content_id = $1', [contentId]);
  const { id } = rows[0] ?? { id: '' };
  const deviceId = randomUUID();
  const { accessToken } = await signInByApi(server, { email, customCode: 'DEMO', deviceId });
  const api = connectApi(server.url);
  const who = { Authorization: `Bearer ${accessToken}`, 'X-Device-Id': deviceId };
  for (let seed = 1; seed <= VIEWS; seed += 1)
    await api.ask(addModelView, { modelUniqueId: id, imageBase64: await jpegOf(seed) }, who);
  return async () => {
    await api.ask(processModel, { id }, who);
    api.close();
  };
}

/** Asks for pages at a constant rate, whatever the answers take, until it is stopped. @returns the latencies in ms */
async function read({ url }: TestServer, stopped: AbortSignal): Promise<number[]> {
  const { apiKey } = (await (await fetch(`${url}/config.json`)).json()) as { readonly apiKey: string };
  const agent = new Agent({ keepAlive: true });
  const deviceId = randomUUID();
  const latencies: number[] = [];
  const pending: Promise<void>[] = [];
  const ask = async (page: number) => {
    const address = new URL(`/api/infocontents?l=en&page=${page}`, url);
    const headers = { 'X-Api-Key': apiKey, 'X-Device-Id': deviceId, 'X-Timestamp': new Date().toISOString() };
    const start = performance.now();
    await postJson(agent, address, { method: 'GET', headers });
    latencies.push(performance.now() - start);
  };
  const begin = performance.now();
  for (let asked = 1; !stopped.aborted; asked += 1) {
    pending.push(ask(1 + (asked % PAGES)));
    await pause(Math.max(0, begin + (asked * EVERY_MS) / READERS - performance.now()));
  }
  await Promise.all(pending);
  agent.destroy();
  return latencies;
}

export async function measureProcess(): Promise<readonly Figure[]> {
  const server = await startServer({ ...NO_LIMITS, PROCESS_VIEWS: 'true' });
  const client = new pg.Client({ connectionString: await databaseUrl(server.dataDir) });
  await client.connect();
  try {
    // Those of the demo would be processed too.
    await client.query('delete from views');
    const process = await createModel(server, client);
    const alone = await read(server, AbortSignal.timeout(ALONE_MS));
    const stopping = new AbortController();
    const reading = read(server, stopping.signal);
    const start = performance.now();
    await process();
    const minutes = (performance.now() - start) / 60_000;
    stopping.abort();
    const meanwhile = await reading;
    const page = `a page of contents, ${READERS.toLocaleString('en')} readers`;
    return [
      { what: `${page}, alone`, values: alone, unit: 'ms', quantile: 0.95 },
      { what: `${page}, while views are processed`, values: meanwhile, unit: 'ms', quantile: 0.95, under: GOAL_MS },
      { what: `${page}, while views are processed, p99`, values: meanwhile, unit: 'ms', quantile: 0.99 },
      { what: `${VIEWS} views processed meanwhile`, values: [minutes], unit: 'min' },
    ];
  } finally {
    await client.end();
    await server.dispose();
  }
}
