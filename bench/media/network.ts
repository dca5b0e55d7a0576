/** Calls over a network that breaks, beside a bare page in the same browsers and over the same network. */
import { setTimeout as pause } from 'node:timers/promises';
import { type BreakableNetwork, canBreakNetworks, createBreakableNetwork } from '@earth/e2e/world/network';
import { byTurns, compare, type Turns } from '../alternate';
import { type Both, withBoth } from '../browsers';
import type { Figure } from '../figures';
import { begin, bothSeeAfter, putMediaClock, type Received, receive } from './moving';
import { barePage, product, type Setup } from './set-up';

const CUTS = 10;
const CUT_MS = 5_000;
const MOVES = 8;
/** Of calls on a bad network. */
const ROUNDS = 3;
const LISTEN_MS = 20_000;
/** Every so many packets one is lost. */
const LOSE = 10;
const KBITS = 150;
/** A call has found its bitrate. */
const SETTLE_MS = 4_000;
/** What was on its way when the address changed has been decoded. */
const UNDERWAY_MS = 500;
const BACK_MS = 2_000;
const MOVED_MS = 4_000;
const GAP_MS = 200;
const STILL_MS = 2_000;
const BARE = 'bare page';

/** A call in which something happens. */
async function during<T>(setup: Setup, happen: () => Promise<T>): Promise<T> {
  await begin(setup);
  await pause(SETTLE_MS);
  const result = await happen();
  await setup.end();
  return result;
}

/** From the end of the cut until both see each other, in ms. */
const cut = (network: BreakableNetwork, setup: Setup) =>
  during(setup, async () => {
    network.cut();
    await pause(CUT_MS);
    network.heal();
    const healed = Date.now();
    return (await bothSeeAfter(setup, healed)) - healed;
  });

/** From the change of the address until both see each other, in ms. */
const move = (network: BreakableNetwork, setup: Setup) =>
  during(setup, async () => {
    network.move();
    const moved = Date.now();
    return (await bothSeeAfter(setup, moved + UNDERWAY_MS)) - moved;
  });

/**
 * What both sides receive from the moment in which the network gets bad.
 * @param times so many times one after the other, without a pause
 */
const suffer = (setup: Setup, worsen: () => void, heal: () => void, times = 1) =>
  during(setup, async () => {
    const parts: (readonly Received[])[] = [];
    worsen();
    try {
      while (parts.length < times)
        parts.push(await Promise.all([setup.caller, setup.callee].map((page) => receive(page, LISTEN_MS))));
      return parts;
    } finally {
      heal();
    }
  });

/** What the sides received in each part of each round. */
type Rounds = Turns<readonly (readonly Received[])[]>;

/** One number of each side in each round, of the part at this place. */
const ofSides = ({ ours, theirs }: Rounds, of: (received: Received) => number, part = 0): Turns<number> => ({
  ours: ours.flatMap((parts) => parts[part] ?? []).map(of),
  theirs: theirs.flatMap((parts) => parts[part] ?? []).map(of),
});

function figuresOfCuts(cuts: Turns<number>): Figure[] {
  const what = `both see again after a cut of ${CUT_MS / 1_000} s`;
  return [
    ...compare(cuts, BARE, { what, unit: 'ms' }),
    ...compare(cuts, BARE, { what: `${what}, p95`, unit: 'ms', quantile: 0.95, goal: BACK_MS }),
  ];
}

function figuresOfLoss(lossy: Rounds): Figure[] {
  const where = `${100 / LOSE} % loss`;
  const longest = ofSides(lossy, ({ longestGap }) => longestGap);
  const figure = { what: `${where}: longest gap in the sound`, unit: 'ms', quantile: 1, goal: GAP_MS } as const;
  return [
    ...compare(longest, BARE, figure),
    ...compare(
      ofSides(lossy, ({ madeUp }) => madeUp),
      BARE,
      { what: `${where}: sound made up`, unit: '%' },
    ),
    ...compare(
      ofSides(lossy, ({ pictures }) => pictures),
      BARE,
      { what: `${where}: pictures`, unit: '/s' },
    ),
  ];
}

/** From the moment in which the link gets narrow, and then when the call has adapted to it. */
const NARROW_PARTS = ['', ', then'] as const;

const figuresOfNarrow = (narrow: Rounds): Figure[] =>
  NARROW_PARTS.flatMap((when, part) => {
    const figures = (what: string, of: (received: Received) => number, rest: Omit<Figure, 'what' | 'values'>) =>
      compare(ofSides(narrow, of, part), BARE, { what: `${KBITS} kbit/s${when}: ${what}`, ...rest });
    const still = { unit: 'ms', quantile: 1, goal: STILL_MS } as const;
    return [
      ...figures('longest time without a picture', ({ longestStill }) => longestStill, still),
      ...figures('pictures', ({ pictures }) => pictures, { unit: '/s' }),
      ...figures('sound made up', ({ madeUp }) => madeUp, { unit: '%' }),
      ...figures('longest gap in the sound', ({ longestGap }) => longestGap, { unit: 'ms', quantile: 1 }),
    ];
  });

/** The product and the bare page, over the same network, by turns. */
type By = <T>(rounds: number, measure: (setup: Setup) => Promise<T>, warmUp?: number) => Promise<Turns<T>>;

interface Lab {
  readonly network: BreakableNetwork;
  readonly ours: Setup;
  readonly byBoth: By;
}

async function withLab(measure: (lab: Lab) => Promise<readonly Figure[]>): Promise<readonly Figure[]> {
  if (!canBreakNetworks()) {
    console.log('  skipped: needs Linux, root, iproute2, nftables and procps, to break a network');
    return [];
  }
  const network = await createBreakableNetwork();
  const inLab = ({ assisted, operator, bare }: Both) => {
    const [ours, theirs] = [product(assisted, operator), barePage(bare.assisted, bare.operator)];
    const byBoth: By = (rounds, one, warmUp = 0) =>
      byTurns(rounds, { ours: () => one(ours), theirs: () => one(theirs) }, warmUp);
    return measure({ network, ours, byBoth });
  };
  try {
    return await withBoth('call', putMediaClock, inLab, { network, query: () => '?sound' });
  } finally {
    await network.close();
  }
}

export const measureCuts = () =>
  withLab(async ({ network, byBoth }) => figuresOfCuts(await byBoth(CUTS, (setup) => cut(network, setup), 1)));

/** Nobody restarts the connection of the bare page: it does not come back. */
export const measureMoves = () =>
  withLab(async ({ network, ours }) => {
    const values: number[] = [];
    for (let round = 0; round < MOVES; round += 1) values.push(await move(network, ours));
    const figure = { what: 'both see again after a change of the address, product', values, unit: 'ms' } as const;
    return [figure, { ...figure, what: `${figure.what}, p95`, quantile: 0.95, goal: MOVED_MS }];
  });

export const measureLoss = () =>
  withLab(async ({ network, byBoth }) => {
    const lose = () => network.lose(LOSE);
    return figuresOfLoss(await byBoth(ROUNDS, (setup) => suffer(setup, lose, () => network.loseNothing())));
  });

export const measureNarrow = () =>
  withLab(async ({ network, byBoth }) => {
    const limit = () => network.limit(KBITS);
    return figuresOfNarrow(
      await byBoth(ROUNDS, (setup) => suffer(setup, limit, () => network.limit(null), NARROW_PARTS.length)),
    );
  });
