/**
 * Call setup time: the product's, and a reference page's in the same two browsers, alternately. Then once more with the pages' main threads
 * slowed down, as phones are.
 */
import type { Page } from '@playwright/test';
import { byTurns, compare, each, timesOf, type Turns } from './alternate';
import { withBoth } from './browsers';
import type { Figure } from './figures';
import { barePage, measureSetup, product, putClock, type Round } from './media/set-up';

const ROUNDS = 15;
const SLOW_ROUNDS = 10;
/** So many times. */
const SLOWER = 4;
const BARE = 'bare page';
const FIRST_PICTURE = 'accept to first picture on both';
const FIRST_PICTURE_GOAL = 1.2;
const SLOW_GOAL = 1.5;

async function slowDown(page: Page) {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

function figuresOf(rounds: Turns<Round>, what: string, of: (round: Round) => number, goal?: number): Figure[] {
  const values = each(rounds, of);
  return [...compare(values, BARE, { what, unit: 'ms' }), timesOf(values, BARE, what, goal)];
}

export async function measureCalls(): Promise<readonly Figure[]> {
  return await withBoth('call', putClock, async ({ assisted, operator, bare }) => {
    const [ours, theirs] = [product(assisted, operator), barePage(bare.assisted, bare.operator)];
    const both = { ours: () => measureSetup(ours), theirs: () => measureSetup(theirs) };
    const rounds = await byTurns(ROUNDS, both);
    for (const page of [assisted.page, operator.page, bare.assisted, bare.operator]) await slowDown(page);
    const slow = await byTurns(SLOW_ROUNDS, both);
    return [
      ...figuresOf(rounds, 'tap to ring', (round) => round.ring),
      ...figuresOf(rounds, FIRST_PICTURE, (round) => round.picture, FIRST_PICTURE_GOAL),
      ...figuresOf(rounds, 'set-up (both)', (round) => round.ring + round.picture, 2),
      ...figuresOf(slow, `${FIRST_PICTURE}, ${SLOWER} × slower`, (round) => round.picture, SLOW_GOAL),
    ];
  });
}
