/**
 * Chat throughput: the highest rate in messages per second that is stored and delivered with a p99 below 200 ms. The product, a
 * reference server that writes one row and forwards it, and ejabberd with its archive on, all on one PostgreSQL.
 */
import { flood } from './chat/flood';
import { type ChatSide, openBare, openEjabberd, openOurs, sealForPairs } from './chat/sides';
import { withCrowds } from './crowd/crowds';
import { type Figure, quantileOf } from './figures';
import { type EjabberdCrowd, gatherEjabberdCrowd, missingForEjabberd } from './reference/ejabberd';

const PEOPLE = 1_000;
const P99_MS = 200;
/** The share that must be delivered when the last message is sent: otherwise the queue grows. */
const IN_TIME = 0.95;
const LENGTH = { people: PEOPLE, seconds: 4, warmUpSeconds: 1 };
/** A failed rate is tried twice more: a short load from elsewhere is no limit. */
const TRIES = 3;
const FIRST = 300;
const STEP = 1.5;
/** The number of bisection steps at the end. */
const HALVINGS = 4;

/** @returns whether a side sustains a rate */
async function holds(side: ChatSide, rate: number): Promise<boolean> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { latencies, inTime } = await flood(side, { ...LENGTH, rate });
    if (inTime >= IN_TIME && quantileOf(latencies, 0.99) <= P99_MS) return true;
  }
  return false;
}

/** The highest rate that each side sustains, measured alternately at each step. */
async function ceilings(sides: readonly ChatSide[]): Promise<ReadonlyMap<ChatSide, number>> {
  const held = new Map(sides.map((side) => [side, 0]));
  const failed = new Map<ChatSide, number>();
  const attempt = async (side: ChatSide, rate: number) => {
    if (await holds(side, rate)) held.set(side, rate);
    else failed.set(side, rate);
  };
  for (let rate = FIRST; failed.size < sides.length; rate = Math.round(rate * STEP))
    for (const side of sides) if (!failed.has(side)) await attempt(side, rate);
  for (let halving = 0; halving < HALVINGS; halving += 1)
    for (const side of sides) await attempt(side, Math.round(((held.get(side) ?? 0) + (failed.get(side) ?? 0)) / 2));
  return held;
}

/** @throws if a reference sustains no rate: without it there is no comparison */
function figuresOf(held: ReadonlyMap<ChatSide, number>, ours: ChatSide): Figure[] {
  const none = [...held].find(([side, rate]) => side !== ours && rate < FIRST);
  if (none) throw new Error(`${none[0].name} did not sustain the first rate of ${FIRST} messages a second`);
  const rates = [...held].map(
    ([{ name }, rate]): Figure => ({ what: `messages a second, ${name}`, values: [rate], unit: '/s' }),
  );
  const least: Readonly<Record<string, number>> = { ejabberd: 1, 'bare server': 0.5 };
  const times = [...held].flatMap(([side, rate]): Figure[] =>
    side === ours
      ? []
      : [
          {
            what: `product / ${side.name}`,
            values: [(held.get(ours) ?? 0) / rate],
            unit: '×',
            least: least[side.name] ?? 0,
          },
        ],
  );
  return [...rates, ...times];
}

export async function measureChat(): Promise<readonly Figure[]> {
  const missing = await missingForEjabberd();
  if (missing !== null) console.log(`  skipped: ejabberd (the Debian package ${missing} is not installed)`);
  return await withCrowds(PEOPLE, {}, async ({ server, crowd, bare }) => {
    const sealed = await sealForPairs(crowd);
    const ours = await openOurs(crowd, sealed);
    let ejabberd: EjabberdCrowd | null = null;
    try {
      ejabberd = missing === null ? await gatherEjabberdCrowd(server, PEOPLE) : null;
      const sides = [openBare(bare, sealed), ...(ejabberd ? [openEjabberd(ejabberd, sealed)] : []), ours];
      const held = await ceilings(sides);
      if (ejabberd && !(await ejabberd.countArchived())) throw new Error('ejabberd has archived nothing');
      return figuresOf(held, ours);
    } finally {
      await ejabberd?.close();
    }
  });
}
