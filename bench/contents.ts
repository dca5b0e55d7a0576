/**
 * Lists of ten contents with their total, as a visitor: the newest ones, those with a word in the title, and those near a place, out
 * of 1,000 and out of 100,000. Beside a reference server, and Directus if it is installed, over the same contents in one PostgreSQL.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '@earth/e2e/world/server';
import { commonWords, CORNER, rareWord } from './contents/rows';
import { openSides, type Question, type Side, type Sides } from './contents/sides';
import { type Figure, median } from './figures';
import { directusFolder } from './reference/directus';
import { NO_LIMITS } from './no-limits';

const SIZES = [1_000, 100_000];
const ROUNDS = 3;
const STRETCH_MS = 2_000;
const WARM_UP_MS = 1_000;
/** Concurrent requests, for the rate. */
const AT_ONCE = 50;
/** Sequential requests in each round. */
const IN_TURN = 60;
const GOAL_MS = 20;
const NEAR_METRES = 3_000;
const VIEW = 3;

interface Kind {
  readonly what: string;
  /** @param size the number of contents */
  question(at: number, size: number): Question;
  /** The goal for sequential requests, p95 in ms. */
  readonly under?: number;
  /** The minimum rate relative to each reference. */
  readonly least?: Readonly<Record<string, number>>;
}

/** A pseudo-random walk through all numbers. */
const spread = (at: number, of: number) => (at * 7919) % of;

const kinds: readonly Kind[] = [
  {
    what: 'first page',
    question: () => ({ kind: 'list', view: VIEW, page: 1 }),
    least: { 'bare server': 0.5, Directus: 5, 'Directus, cached': 5 },
  },
  {
    what: 'any page',
    question: (at, size) => ({ kind: 'list', page: 1 + spread(at, Math.min(1_000, size / 20)) }),
  },
  {
    what: 'near',
    question: (at) => ({
      kind: 'near',
      lat: CORNER.lat + 0.1 + spread(at, 800) / 1_000,
      long: CORNER.long + 0.1 + spread(at * 31, 800) / 1_000,
      metres: NEAR_METRES,
    }),
    under: GOAL_MS,
  },
  {
    what: 'word of 1 in 16',
    question: (at) => ({
      kind: 'search',
      words: commonWords[at % commonWords.length] ?? '',
      page: 1 + (Math.floor(at / commonWords.length) % 5),
    }),
    under: GOAL_MS,
  },
  {
    what: 'word of 1 in 10,000',
    question: (at, size) => ({ kind: 'search', words: rareWord(1 + spread(at, size)), page: 1 }),
    under: GOAL_MS,
  },
];

/** The results of each round: latency in ms, or answers per second. */
interface Measured {
  readonly alone: number[];
  readonly rates: number[];
  readonly together: number[];
}

type Ask = (at: number) => Question;

/** Each is the first of its kind since a content was changed, so that the product's cache is empty. */
async function oneAtATime(side: Side, questionOf: Ask, from: number): Promise<number[]> {
  const latencies: number[] = [];
  side.begin();
  for (let at = from; at < from + IN_TURN; at += 1) {
    await side.change();
    const start = performance.now();
    await side.ask(questionOf(at));
    latencies.push(performance.now() - start);
  }
  return latencies;
}

async function together(side: Side, questionOf: Ask, from: number, duration: number) {
  const latencies: number[] = [];
  side.begin();
  let at = from;
  const start = performance.now();
  const goOn = async () => {
    while (performance.now() - start < duration) {
      const startedAt = performance.now();
      at += 1;
      await side.ask(questionOf(at));
      latencies.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, goOn));
  return { latencies, rate: (latencies.length * 1000) / (performance.now() - start) };
}

/** @throws if two of them answer the same question differently; «near» is a square for one of them */
async function requireSame({ ours, theirs }: Sides, { what, question }: Kind, size: number): Promise<void> {
  const questions = [1, 2, 3].map((at) => question(at, size));
  for (const side of [ours, ...theirs]) side.begin();
  for (const one of questions)
    for (const side of theirs) {
      if (one.kind === 'near' && side.name.startsWith('Directus')) continue;
      const [here, there] = [JSON.stringify(await ours.answer(one)), JSON.stringify(await side.answer(one))];
      if (here !== there) throw new Error(`${what}: the product answers ${here}, the ${side.name} ${there}`);
    }
}

async function measureKind({ ours, theirs }: Sides, { question }: Kind, size: number) {
  const sides = [...theirs, ours];
  const measured = new Map<Side, Measured>(sides.map((side) => [side, { alone: [], rates: [], together: [] }]));
  const questionOf = (at: number) => question(at, size);
  for (const side of sides) await together(side, questionOf, 0, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [side, { alone, rates, together: all }] of measured) {
      alone.push(...(await oneAtATime(side, questionOf, round * IN_TURN)));
      const { latencies, rate } = await together(side, questionOf, round * 100_000, STRETCH_MS);
      rates.push(rate);
      all.push(...latencies);
      // So that pending work of one side does not affect the next.
      await pause(200);
    }
  return measured;
}

function figuresOf(measured: ReadonlyMap<Side, Measured>, ours: Side, kind: Kind, size: number): Figure[] {
  const of = `${kind.what} of ${size.toLocaleString('en')}`;
  const figures: Figure[] = [];
  for (const [{ name }, { alone, rates, together: all }] of measured) {
    const wish = name === ours.name && kind.under !== undefined ? { under: kind.under } : {};
    figures.push(
      { what: `${of}, alone p95, ${name}`, values: alone, unit: 'ms', quantile: 0.95, ...wish },
      { what: `${of}, ${AT_ONCE} at once, ${name}`, values: rates, unit: '/s' },
      { what: `${of}, ${AT_ONCE} at once p99, ${name}`, values: all, unit: 'ms', quantile: 0.99 },
    );
  }
  const rateOf = (side: Side) => median(measured.get(side)?.rates ?? []);
  for (const side of measured.keys())
    if (side !== ours) {
      const least = size === SIZES.at(-1) ? kind.least?.[side.name] : undefined;
      const times = {
        what: `${of}, product / ${side.name}`,
        values: [rateOf(ours) / rateOf(side)],
        unit: '×',
      } as const;
      figures.push({ ...times, ...(least !== undefined && { least }) });
    }
  return figures;
}

export async function measureContents(): Promise<readonly Figure[]> {
  if (directusFolder() === null) console.log('  skipped: Directus (DIRECTUS names no folder of an installation)');
  const server = await startServer(NO_LIMITS);
  let sides: Sides | null = null;
  try {
    sides = await openSides(server);
    const figures: Figure[] = [];
    for (const size of SIZES) {
      await sides.fill(size);
      for (const kind of kinds) {
        await requireSame(sides, kind, size);
        figures.push(...figuresOf(await measureKind(sides, kind, size), sides.ours, kind, size));
      }
    }
    return figures;
  } finally {
    await sides?.close();
    await server.dispose();
  }
}
