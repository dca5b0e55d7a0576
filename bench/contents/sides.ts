/**
 * The systems under test for the same contents: the product, a reference server, and, if installed, Directus with and without its
 * cache.
 */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import type { TestServer } from '@earth/e2e/world/server';
import type pg from 'pg';
import { postJson } from '../crowd/api';
import { directusFolder, startDirectus } from '../reference/directus';
import { forkServer } from '../reference/fork';
import { openDatabases } from './databases';

export type Question =
  | { readonly kind: 'list'; readonly view?: number; readonly page: number }
  | { readonly kind: 'search'; readonly words: string; readonly page: number }
  | { readonly kind: 'near'; readonly lat: number; readonly long: number; readonly metres: number };

/** The ids of ten contents, and the total. */
interface Answer {
  readonly ids: readonly number[];
  readonly total: number;
}

interface Asked {
  readonly path: string;
  /** Absent: a GET. */
  readonly body?: string;
}

/** How a system is asked, and what its answer says. */
export interface Speech<Q = Question> {
  request(question: Q): Asked;
  read(answer: unknown): Answer;
}

export interface Side<Q = Question> {
  readonly name: string;
  /**
   * Rejects if the status is no success.
   * @returns the text of the answer
   */
  ask(question: Q): Promise<string>;
  answer(question: Q): Promise<Answer>;
  /** Invalidates the caches: changes a content, or clears the cache. */
  change(): Promise<unknown>;
  /** Opens new connections, because some servers close idle ones. */
  begin(): void;
  close(): void;
}

const EARTH_RADIUS_METRES = 6_371_008.8;
const DEGREE_METRES = (EARTH_RADIUS_METRES * Math.PI) / 180;
export const query = (fields: Readonly<Record<string, string | number>>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();

const product: Speech = {
  request(question) {
    const { kind } = question;
    const path = '/api/infocontents?';
    if (kind === 'near') {
      const { lat, long, metres } = question;
      const nearFilters = { radius: metres, location: { lat, long } };
      return { path: `${path}page=1&l=en`, body: JSON.stringify({ nearFilters }) };
    }
    const parameters =
      kind === 'search' ? { query: question.words } : question.view === undefined ? {} : { v: question.view };
    return { path: path + query({ page: question.page, l: 'en', ...parameters }) };
  },
  read(answer) {
    const { data } = answer as { data: { items: { content: { id: number } }[]; total: number } };
    return { ids: data.items.map(({ content }) => content.id), total: data.total };
  },
};

const bare: Speech = {
  request(question) {
    switch (question.kind) {
      case 'near': {
        const { lat, long, metres } = question;
        return { path: `/near?${query({ lat, long, chord: 2 * Math.sin(metres / EARTH_RADIUS_METRES / 2) })}` };
      }
      case 'search':
        return { path: `/search?${query({ query: question.words, page: question.page })}` };
      case 'list': {
        const { view, page } = question;
        return { path: `/list?${query({ page, ...(view !== undefined && { v: view }) })}` };
      }
    }
  },
  read(answer) {
    const { data, total } = answer as { data: { id: number }[]; total: number };
    return { ids: data.map(({ id }) => id), total };
  },
};

/** Without PostGIS it has no distances: «near» is a square there. */
function directusFilter(question: Question): Record<string, string | number> {
  switch (question.kind) {
    case 'near': {
      const { lat, long, metres } = question;
      const [up, aside] = [metres / DEGREE_METRES, metres / DEGREE_METRES / Math.cos((lat * Math.PI) / 180)];
      return {
        'filter[lat][_between]': `${lat - up},${lat + up}`,
        'filter[long][_between]': `${long - aside},${long + aside}`,
      };
    }
    case 'search':
      return { 'filter[title][_icontains]': question.words, page: question.page };
    case 'list':
      return { ...(question.view !== undefined && { 'filter[ctn_view][_eq]': question.view }), page: question.page };
  }
}

const directus: Speech = {
  request: (question) => {
    const parameters = { ...directusFilter(question), sort: '-date,id', limit: 10, meta: 'filter_count' };
    return { path: `/items/contents?${query(parameters)}` };
  },
  read(answer) {
    const { data, meta } = answer as { data: { id: number }[]; meta: { filter_count: number } };
    return { ids: data.map(({ id }) => id), total: meta.filter_count };
  },
};

interface Address {
  readonly name: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly change?: () => Promise<unknown>;
}

export function sideOf<Q>({ request, read }: Speech<Q>, { name, url, headers = {}, change }: Address): Side<Q> {
  let agent = new Agent({ keepAlive: true });
  const text = (question: Q) => {
    const { path, body } = request(question);
    const method = body === undefined ? 'GET' : 'POST';
    return postJson(agent, new URL(path, url), { method, headers, body });
  };
  return {
    name,
    ask: text,
    answer: async (question) => read(JSON.parse(await text(question))),
    change: async () => await change?.(),
    begin() {
      agent.destroy();
      agent = new Agent({ keepAlive: true });
    },
    close: () => agent.destroy(),
  };
}

async function productOf({ url }: TestServer, client: pg.Client): Promise<Side> {
  const { apiKey } = (await (await fetch(`${url}/config.json`)).json()) as { readonly apiKey: string };
  const headers = {
    'x-api-key': apiKey,
    'x-device-id': randomUUID(),
    get 'x-timestamp'() {
      return new Date().toISOString();
    },
  };
  const change = () => client.query(`update content_details set tag = 'changed' where content_id = 1`);
  return sideOf(product, { name: 'product', url, headers, change });
}

export interface Sides {
  readonly ours: Side;
  readonly theirs: readonly Side[];
  /** Adds contents to all of them up to this count. */
  fill(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function openSides(server: TestServer): Promise<Sides> {
  const open: (() => unknown)[] = [];
  const close = async () => {
    for (const end of open.toReversed()) await end();
  };
  const kept = (side: Side) => {
    open.push(() => side.close());
    return side;
  };
  try {
    const databases = await openDatabases(server);
    open.push(databases.close);
    const { own, wideUrl } = databases;
    const { child, port } = await forkServer(new URL('../reference/bare-contents.ts', import.meta.url), wideUrl);
    open.push(() => child.kill());
    const theirs = [kept(sideOf(bare, { name: 'bare server', url: `http://127.0.0.1:${port}` }))];
    const folder = directusFolder();
    if (folder !== null)
      for (const isCached of [false, true]) {
        const { url, stop, forget } = await startDirectus(folder, wideUrl, isCached);
        open.push(stop);
        const address = isCached ? { name: 'Directus, cached', url, change: forget } : { name: 'Directus', url };
        theirs.push(kept(sideOf(directus, address)));
      }
    return {
      ours: kept(await productOf(server, own)),
      theirs,
      async fill(count) {
        await databases.fill(count);
        // Rows inserted directly into the database do not invalidate their caches.
        for (const side of theirs) await side.change();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
