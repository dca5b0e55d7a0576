/**
 * The table of 100,000 contents in the back office: sorted, searched and paged as an editor does, one question after the other. Beside
 * Directus, if it is installed, over the same contents in one PostgreSQL.
 */
import { randomUUID } from 'node:crypto';
import { signInByApi } from '@earth/e2e/world/api';
import { startServer, type TestServer } from '@earth/e2e/world/server';
import { type Databases, openDatabases } from './contents/databases';
import { commonWords, rareWord } from './contents/rows';
import { query, type Side, sideOf, type Speech } from './contents/sides';
import type { Figure } from './figures';
import { NO_LIMITS } from './no-limits';
import { directusFolder, startDirectus } from './reference/directus';

const SIZE = 100_000;
const ROUNDS = 3;
/** Questions of each kind in a round. */
const IN_TURN = 40;
const GOAL_MS = 100;
/** Of the web app. */
const PAGE_SIZE = 20;
const VIEW = 3;

interface Kind {
  readonly what: string;
  question(at: number): Question;
  /** Contents change before each question, so that nothing is counted yet. */
  readonly isChanging?: boolean;
}

interface Question {
  readonly sort: 'title' | 'changed';
  readonly page: number;
  readonly words?: string;
  readonly view?: number;
}

/** A pseudo-random walk through all numbers. */
const spread = (at: number, of: number) => (at * 7919) % of;

const kinds: readonly Kind[] = [
  { what: 'first page', question: () => ({ sort: 'changed', page: 1 }) },
  { what: 'first page after a change', question: () => ({ sort: 'changed', page: 1 }), isChanging: true },
  { what: 'any of 5,000 pages', question: (at) => ({ sort: 'changed', page: 1 + spread(at, SIZE / PAGE_SIZE) }) },
  {
    what: 'by title, any of 5,000 pages',
    question: (at) => ({ sort: 'title', page: 1 + spread(at, SIZE / PAGE_SIZE) }),
  },
  { what: 'by title, of one view', question: (at) => ({ sort: 'title', view: VIEW, page: 1 + spread(at, 100) }) },
  {
    what: 'word of 1 in 16',
    question: (at) => ({ sort: 'changed', words: commonWords[at % commonWords.length] ?? '', page: 1 + (at % 5) }),
  },
  {
    what: 'word of 1 in 10,000',
    question: (at) => ({ sort: 'changed', words: rareWord(1 + spread(at, SIZE)), page: 1 }),
  },
];

const product: Speech<Question> = {
  request: ({ sort, page, words, view }) => ({
    path: `/api/back-office/contents?${query({
      l: 'en',
      sort,
      order: sort === 'title' ? 'asc' : 'desc',
      page,
      pageSize: PAGE_SIZE,
      ...(words !== undefined && { query: words }),
      ...(view !== undefined && { v: view }),
    })}`,
  }),
  read(answer) {
    const { data } = answer as { data: { items: { id: number }[]; total: number } };
    return { ids: data.items.map(({ id }) => id), total: data.total };
  },
};

/** What a row of the table shows. */
const FIELDS = 'id,title,ctn_view,c1,date,image_url,public,locale';

const directus: Speech<Question> = {
  request: ({ sort, page, words, view }) => ({
    path: `/items/contents?${query({
      fields: FIELDS,
      sort: sort === 'title' ? 'title,id' : '-date,id',
      page,
      limit: PAGE_SIZE,
      meta: 'filter_count',
      ...(words !== undefined && { 'filter[title][_icontains]': words }),
      ...(view !== undefined && { 'filter[ctn_view][_eq]': view }),
    })}`,
  }),
  read(answer) {
    const { data, meta } = answer as { data: { id: number }[]; meta: { filter_count: number } };
    return { ids: data.map(({ id }) => id), total: meta.filter_count };
  },
};

async function productOf(server: TestServer, { own }: Databases): Promise<Side<Question>> {
  const deviceId = randomUUID();
  const { accessToken } = await signInByApi(server, { email: 'operator@demo.example', customCode: 'DEMO', deviceId });
  const headers = { authorization: `Bearer ${accessToken}`, 'x-device-id': deviceId };
  const change = () => own.query(`update content_details set tag = 'changed' where content_id = 1`);
  return sideOf(product, { name: 'product', url: server.url, headers, change });
}

/** @throws if they answer the same question differently */
async function requireSame(sides: readonly Side<Question>[], question: Question): Promise<void> {
  const answers = await Promise.all(sides.map(async (side) => JSON.stringify(await side.answer(question))));
  if (new Set(answers).size > 1) throw new Error(`${JSON.stringify(question)}: ${answers.join(' and ')}`);
}

async function timesOf(side: Side<Question>, { question, isChanging }: Kind, from: number): Promise<number[]> {
  const times: number[] = [];
  side.begin();
  for (let at = from; at < from + IN_TURN; at += 1) {
    if (isChanging) await side.change();
    const start = performance.now();
    await side.ask(question(at));
    times.push(performance.now() - start);
  }
  return times;
}

async function measureSides(sides: readonly Side<Question>[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of kinds) {
    for (const at of [0, 1, 2]) await requireSame(sides, kind.question(at));
    const times = new Map(sides.map((side) => [side, [] as number[]]));
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const [side, all] of times) {
        const measured = await timesOf(side, kind, round * IN_TURN);
        if (round > 0) all.push(...measured);
      }
    for (const [{ name }, values] of times) {
      const wish = name === 'product' ? { under: GOAL_MS } : {};
      figures.push({ what: `${kind.what}, p95, ${name}`, values, unit: 'ms', quantile: 0.95, ...wish });
    }
  }
  return figures;
}

export async function measureTable(): Promise<readonly Figure[]> {
  const folder = directusFolder();
  if (folder === null) console.log('  absent: Directus (DIRECTUS names no folder of an installation)');
  const server = await startServer(NO_LIMITS);
  const open: (() => unknown)[] = [() => server.dispose()];
  try {
    const databases = await openDatabases(server);
    open.push(databases.close);
    await databases.fill(SIZE);
    await databases.own.query('update contents set changed_at = date');
    await databases.own.query('vacuum analyze contents');
    const sides = [await productOf(server, databases)];
    if (folder !== null) {
      const { url, token, stop } = await startDirectus(folder, databases.wideUrl, false);
      open.push(stop);
      sides.unshift(sideOf(directus, { name: 'Directus', url, headers: { authorization: `Bearer ${token}` } }));
    }
    open.push(...sides.map((side) => side.close));
    return await measureSides(sides);
  } finally {
    for (const close of open.toReversed()) await close();
  }
}
