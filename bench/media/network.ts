/** Calls over a network that breaks, beside a bare page in the same browsers and over the same network. */
import { setTimeout as pause } from 'node:timers/promises';
import { type BreakableNetwork, canBreakNetworks, createBreakableNetwork } from '@earth/e2e/world/network';
import { byTurns, compare, type Turns } from '../alternate';
import { withBoth } from '../browsers';
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

/** What both sides receive from the moment in which the network gets bad. */
const suffer = (setup: Setup, worsen: () => void, heal: () => void) =>
  during(setup, async () => {
    worsen();
    try {
      return await Promise.all([setup.caller, setup.callee].map((page) => receive(page, LISTEN_MS)));
    } finally {
      heal();
    }
  });

/** One number of each side in each round. */
const ofSides = (turns: Turns<readonly Received[]>, of: (received: Received) => number): Turns<number> => ({
  ours: turns.ours.flat().map(of),
  theirs: turns.theirs.flat().map(of),
});

function figuresOfCuts(cuts: Turns<number>): Figure[] {
  const what = `both see again after a cut of ${CUT_MS / 1_000} s`;
  return [
    ...compare(cuts, BARE, { what, unit: 'ms' }),
    ...compare(cuts, BARE, { what: `${what}, p95`, unit: 'ms', quantile: 0.95, goal: BACK_MS }),
  ];
}

function figuresOfLoss(lossy: Turns<readonly Received[]>): Figure[] {
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

function figuresOfNarrow(narrow: Turns<readonly Received[]>): Figure[] {
  const where = `${KBITS} kbit/s`;
  const still = ofSides(narrow, ({ longestStill }) => longestStill);
  return [
    ...compare(still, BARE, {
      what: `${where}: longest time without a picture`,
      unit: 'ms',
      quantile: 1,
      goal: STILL_MS,
    }),
    ...compare(
      ofSides(narrow, ({ pictures }) => pictures),
      BARE,
      { what: `${where}: pictures`, unit: '/s' },
    ),
    ...compare(
      ofSides(narrow, ({ madeUp }) => madeUp),
      BARE,
      { what: `${where}: sound made up`, unit: '%' },
    ),
    ...compare(
      ofSides(narrow, ({ longestGap }) => longestGap),
      BARE,
      {
        what: `${where}: longest gap in the sound`,
        unit: 'ms',
        quantile: 1,
      },
    ),
  ];
}

async function measureOn(network: BreakableNetwork): Promise<readonly Figure[]> {
  return await withBoth(
    'call',
    putMediaClock,
    async ({ assisted, operator, bare }) => {
      const [ours, theirs] = [product(assisted, operator), barePage(bare.assisted, bare.operator)];
      const both = <T>(rounds: number, measure: (setup: Setup) => Promise<T>, warmUp = 0) =>
        byTurns(rounds, { ours: () => measure(ours), theirs: () => measure(theirs) }, warmUp);
      const cuts = await both(CUTS, (setup) => cut(network, setup), 1);
      const lose = () => network.lose(LOSE);
      const lossy = await both(ROUNDS, (setup) => suffer(setup, lose, () => network.loseNothing()));
      const limit = () => network.limit(KBITS);
      const narrow = await both(ROUNDS, (setup) => suffer(setup, limit, () => network.limit(null)));
      const moves: number[] = [];
      // Nobody restarts the connection of the bare page: it does not come back.
      for (let round = 0; round < MOVES; round += 1) moves.push(await move(network, ours));
      const moved = {
        what: 'both see again after a change of the address, product',
        values: moves,
        unit: 'ms',
      } as const;
      return [
        ...figuresOfCuts(cuts),
        moved,
        { ...moved, what: `${moved.what}, p95`, quantile: 0.95, goal: MOVED_MS },
        ...figuresOfLoss(lossy),
        ...figuresOfNarrow(narrow),
      ];
    },
    { network, query: () => '?sound' },
  );
}

export async function measureNetwork(): Promise<readonly Figure[]> {
  if (!canBreakNetworks()) {
    console.log('  skipped: needs Linux, root, iproute2 and nftables, to break a network');
    return [];
  }
  const network = await createBreakableNetwork();
  try {
    return await measureOn(network);
  } finally {
    await network.close();
  }
}
