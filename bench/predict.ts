/** Photographs that people send to a server with a large catalogue: see README.md. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getCatalogue, predict } from '@earth/contracts';
import { databaseUrl, startServer, type TestServer } from '@earth/e2e/world/server';
import { createRandom } from '@earth/vision/random';
import { type ColorImage, simulatePhotograph } from '@earth/vision/recognition';
import { createTexture, paintTexture, TEXTURE_FAMILIES } from '@earth/vision/textures';
import pg from 'pg';
import sharp from 'sharp';
import { type Credentials, connectApi } from './crowd/api';
import { gatherCrowd, only } from './crowd/crowd';
import type { Figure } from './figures';
import { memoryOf } from './memory';
import { NO_LIMITS } from './no-limits';

const PRODUCTS = 5_000;
const SIDE = 256;
const PEOPLE = 20;
/** Each of them sends a photograph so often. */
const EVERY_MS = 15_000;
const PHOTOGRAPHS = 8;
const GOAL_MS = 1_000;
const BUILD_GOAL_MINUTES = 5;
const LOOK_AGAIN_MS = 1_000;
const CODE = 'BENCH';

const jpegOf = ({ data, width, height }: ColorImage) =>
  sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), { raw: { width, height, channels: 4 } })
    .jpeg({ quality: 75 })
    .toBuffer();

const slabOf = (at: number): ColorImage => {
  const family = TEXTURE_FAMILIES[at % TEXTURE_FAMILIES.length] ?? 'marble';
  return paintTexture(createTexture(family, 10_000 + at), { side: SIDE, samples: 2 });
};

/** Writes the products as an import would: a file of one width each. */
async function addProducts({ dataDir }: TestServer, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const [at, id] of ids.entries()) {
    const { data, width, height } = slabOf(at);
    const raw = { width, height, channels: 4 } as const;
    const folder = join(dataDir, 'blobs', 'contents', id);
    await mkdir(folder, { recursive: true });
    const picture = sharp(Buffer.from(data.buffer), { raw }).removeAlpha().webp({ quality: 70 });
    await writeFile(join(folder, `${SIDE}.webp`), await picture.toBuffer());
  }
  const client = new pg.Client({ connectionString: await databaseUrl(dataDir) });
  await client.connect();
  try {
    await client.query('begin');
    // Without those of the demo, which the server would process too.
    await client.query('delete from contents');
    await client.query('delete from categories');
    await client.query(
      `insert into categories (level, model_code, import_company_id)
       select 1, $1, id from companies where code = 'DEMO'`,
      [CODE],
    );
    await client.query(
      `insert into category_texts (category_id, locale, title) select id, 'en', 'Slabs' from categories where model_code = $1`,
      [CODE],
    );
    await client.query(`create temporary table given on commit drop as
      select nextval('contents_id_seq')::integer as id, number::integer from generate_series(1, ${count}) as number`);
    await client.query(
      `insert into contents (id, company_id, visibility, date, ctn_view, category_id, c1)
       select given.id, import_company_id, 'public', now(), -12, categories.id, categories.id
       from given, categories where model_code = $1`,
      [CODE],
    );
    await client.query(`insert into content_details (content_id) select id from given`);
    await client.query(
      `insert into content_texts (content_id, locale, title) select id, 'en', 'Slab ' || number from given`,
    );
    await client.query(
      `insert into content_files (id, content_id, kind, ending, width, height, placeholder)
       select file.id, given.id, 'image', 'webp', ${SIDE}, ${SIDE}, ''
       from unnest($1::uuid[]) with ordinality as file (id, number) join given using (number)`,
      [ids],
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}

type Ask = (at: number, who: Credentials) => Promise<void>;

/** The time from request to results, in ms. */
async function timed(ask: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await ask();
  return performance.now() - start;
}

/** People who each send a photograph now and then, begun at times of their own. */
async function nowAndThen(people: readonly Credentials[], ask: Ask): Promise<number[]> {
  const random = createRandom(1);
  const rounds = await Promise.all(
    people.map(async (who, person) => {
      await pause(random() * EVERY_MS);
      const latencies: number[] = [];
      for (let round = 0; round < PHOTOGRAPHS; round += 1) {
        const latency = await timed(() => ask(person * PHOTOGRAPHS + round, who));
        latencies.push(latency);
        await pause(Math.max(0, EVERY_MS - latency));
      }
      return latencies;
    }),
  );
  return rounds.flat();
}

/** All at the same time, each the next one as soon as the last is answered. */
async function atOnce(people: readonly Credentials[], ask: Ask): Promise<number[]> {
  const rounds = await Promise.all(
    people.map(async (who, person) => {
      const latencies: number[] = [];
      for (let round = 0; round < PHOTOGRAPHS; round += 1)
        latencies.push(await timed(() => ask(person * PHOTOGRAPHS + round, who)));
      return latencies;
    }),
  );
  return rounds.flat();
}

const photographOf = async (_: unknown, at: number): Promise<string> => {
  const slab = slabOf((at * 7919) % PRODUCTS);
  return (await jpegOf(simulatePhotograph(slab, { seed: at + 1 }))).toString('base64');
};

export async function measurePredict(): Promise<readonly Figure[]> {
  const server = await startServer({ ...NO_LIMITS, PROCESS_VIEWS: 'true' });
  const api = connectApi(server.url);
  let close: () => void = () => undefined;
  try {
    const { apiKey } = (await (await fetch(`${server.url}/config.json`)).json()) as { readonly apiKey: string };
    const deviceId = randomUUID();
    const visitor = () => ({
      'X-Api-Key': apiKey,
      'X-Device-Id': deviceId,
      'X-Timestamp': new Date().toISOString(),
    });
    await addProducts(server, PRODUCTS);
    const start = performance.now();
    while (!(await api.ask(getCatalogue, { modelcode: CODE }, visitor())).isReady) await pause(LOOK_AGAIN_MS);
    const minutes = (performance.now() - start) / 60_000;
    // Each has twenty contacts besides themselves. They sign in now, because access tokens are short-lived.
    const crowd = await gatherCrowd(only(server), PEOPLE + 2);
    close = () => crowd.close();
    const people = crowd.pairs
      .flatMap(({ caller, callee }) => [caller.credentials, callee.credentials])
      .slice(0, PEOPLE);
    const [somebody = {}] = people;
    const photographs = await Promise.all(Array.from({ length: PEOPLE * PHOTOGRAPHS }, photographOf));
    const before = (await memoryOf(server)).server;
    const ask: Ask = async (at, who) => {
      await api.ask(predict, { modelcode: CODE, base64Image: photographs[at] ?? '' }, who);
    };
    // The first one starts the thread, and loads the index.
    const first = await timed(() => ask(0, somebody));
    const usual = await nowAndThen(people, ask);
    const crowded = await atOnce(people, ask);
    const after = (await memoryOf(server)).server;
    const people20 = `${PEOPLE} people, ${PRODUCTS.toLocaleString('en')} products`;
    return [
      {
        what: `index of ${PRODUCTS.toLocaleString('en')} pictures, built`,
        values: [minutes],
        unit: 'min',
        under: BUILD_GOAL_MINUTES,
      },
      { what: 'first photograph after the start', values: [first], unit: 'ms' },
      {
        what: `photograph to results, ${people20}, each every ${EVERY_MS / 1000} s`,
        values: usual,
        unit: 'ms',
        quantile: 0.95,
        under: GOAL_MS,
      },
      { what: `photograph to results, ${people20}, all at once`, values: crowded, unit: 'ms', quantile: 0.95 },
      { what: 'memory of the server for the thread and the index', values: [after - before], unit: 'MB' },
    ];
  } finally {
    api.close();
    close();
    await server.dispose();
  }
}
